"""What screens are made of, from top to bottom, and how large what they are about is."""

PARTS = {
    "heading": "h1", "seats": ".seats", "question": "#question ~ form",
    "roll": "#roll, .moves #new-game, #begin-again", "rack": ".shapes", "outcome": "#outcome", "advice": ".advice",
    "gauge": ".gauge", "points": ".point-row", "turn": ".turn", "dice": ".throw", "whose": ".whose-tabs",
    "chances": ".outlook", "scores": ".scores", "bet": ".bet", "more": "details#more", "pairs": ".next",
    "facts": ".stage + .facts:not(.hidden)", "bar": ".duel", "chart": "figure.chart", "headline": ".headline small",
    "code": ".code-in", "shelf": ".shelf", "shops": "nav[aria-label=Shops]", "goods": ".goods", "examples": ".tried",
    "typical": ".chart + .facts", "hit_points": ".points output", "stats": ".stats", "wrong": ".wrong",
    "surprise": ".classes #surprise-class"}
"""Beside sections with a heading."""

STRUCTURE = """parts => {
  const main = document.querySelector("main");
  const isSeen = one => one.checkVisibility() && !one.closest(".hidden");
  const seen = Object.entries(parts).map(([name, parts]) =>
    [name, [...main.querySelectorAll(parts)].find(isSeen)]).filter(([, one]) => one);
  for (const one of main.querySelectorAll("h2:not(.stage *, .problem *)")) {
    if (isSeen(one)) seen.push([one.innerText.replace(/\\s.*/s, ""), one]);
  }
  const places = seen.map(([name, one]) => [one.getBoundingClientRect(), name]);
  places.sort(([one], [other]) => one.top - other.top || one.left - other.left);
  // A desk has a second column, beside what is centred or in the first; it counts after that, however high.
  const isBeside = ([{ left, right }]) => innerWidth > 900 && left > 0.43 * innerWidth && left + right > 1.2 * innerWidth;
  const names = all => all.map(([, name]) => name).join(" ");
  const beside = names(places.filter(isBeside));
  const size = one => parseFloat(getComputedStyle(one).fontSize);
  const texts = [...main.querySelectorAll("*")].filter(one => isSeen(one) && !one.closest("svg")
    && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()));
  const hero = texts.reduce((one, other) => size(other) > size(one) ? other : one);
  return {
    order: names(places.filter(place => !isBeside(place))) + (beside && ` | ${beside}`),
    hero: [hero.matches(".total, dd, dd small, output"), size(hero)],
    bottoms: Object.fromEntries(places.map(([box, name]) => [name, box.bottom + scrollY])) };
}"""


def structure(page):
    """The order of the parts, the largest text with whether it is a number, and where each part ends."""
    return page.evaluate(STRUCTURE, PARTS)
