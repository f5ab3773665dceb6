import Visitors
import Web

extension Response {
  /// The cells of the table with that caption, row by row, as they are read: without tags, and
  /// without the sentence that may follow a name.
  func rows(_ caption: String) -> [[String]] {
    guard let start = text.firstRange(of: ">\(caption)</caption>"),
      let end = text[start.upperBound...].firstRange(of: "</table>")
    else { return [] }
    let table = text[start.upperBound..<end.lowerBound]
    guard let body = table.firstRange(of: "<tbody>") else { return [] }
    return table[body.upperBound...].matches(of: /(?s)<tr[^>]*>(.*?)<\/tr>/).map { row in
      row.1.matches(of: /<t[hd][^>]*>(.*?)<\/t[hd]>/).map { cell in
        let name = cell.1.replacing(/<span class="hint">.*?<\/span>/, with: "")
        return name.replacing(/<[^>]+>/, with: "").trimmed
      }
    }
  }
}

extension Substring {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
