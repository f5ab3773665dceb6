extension Criterion {
  static let perceivable = [
    Criterion(
      "1.1.1", "Non-text Content", .a,
      """
      Each die is a picture named by its number in words. Charts have a table with the same \
      numbers, and the code for cameras has its address beside it. Screen readers skip ornaments.
      """,
      tests: "test_the_dice_are_images_named_in_words",
      "test_landmarks_headings_and_tables_have_names", "test_the_code_for_cameras_is_one"),
    .none("1.2.1", "Audio-only and Video-only (Prerecorded)", .a, because: noRecording),
    .none("1.2.2", "Captions (Prerecorded)", .a, because: noRecording),
    .none(
      "1.2.3", "Audio Description or Media Alternative (Prerecorded)", .a, because: noRecording),
    .none("1.2.4", "Captions (Live)", .aa, because: noRecording),
    .none("1.2.5", "Audio Description (Prerecorded)", .aa, because: noRecording),
    Criterion(
      "1.3.1", "Info and Relationships", .a,
      """
      Headings, landmarks, lists, tables with headers and named regions are what they look like. \
      Every field has a label, and groups of choices have a legend.
      """,
      tests: "test_landmarks_headings_and_tables_have_names",
      "test_no_measure_finds_anything_wrong_on_any_page", "test_every_page_and_state_is_valid"),
    Criterion(
      "1.3.2", "Meaningful Sequence", .a,
      "What just happened comes first, then what can be done, then what happened before.",
      tests: "test_a_seat_is_read_from_what_happened_to_what_everyone_rolled",
      "test_tab_reaches_everything_once_with_the_focus_in_sight"),
    Criterion(
      "1.3.3", "Sensory Characteristics", .a,
      "Buttons and fields are called by their names, never by their place or colour alone.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page"),
    Criterion(
      "1.3.4", "Orientation", .aa, "Pages turn with the screen, from 320 pixels to the widest.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page",
      "test_on_a_phone_on_its_side_the_next_move_is_in_sight_and_nothing_cut_off",
      "test_every_step_fits_the_smallest_screens"),
    Criterion(
      "1.3.5", "Identify Input Purpose", .aa,
      """
      Only rooms ask for your own name, which may be made up; browsers are told that it is a \
      nickname.
      """,
      on: "rooms", tests: "test_every_page_and_state_is_valid"),
    Criterion(
      "1.4.1", "Use of Color", .a,
      "What a colour says, words or a shape say too: who leads, what was kept, what is wrong.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page",
      "test_a_wrong_expression_is_refused_beside_the_field_and_kept"),
    Criterion(
      "1.4.2", "Audio Control", .a,
      "Rolls make no sound until you switch it on, and then one of less than a second.",
      on: "dice, Craps, Pig", tests: "test_dice_are_heard_by_who_switched_their_sound_on"),
    Criterion(
      "1.4.3", "Contrast (Minimum)", .aa, "Text has 4.5 to 1 or more, in light and dark colours.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page",
      "test_axe_finds_nothing_wrong_after_a_move_in_the_background"),
    Criterion(
      "1.4.4", "Resize Text", .aa, "Text of twice its size is neither cut off nor hidden.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page",
      "test_large_text_cuts_nothing_off"),
    Criterion(
      "1.4.5", "Images of Text", .aa,
      "Text is text. Only the logo and the code for cameras are drawn.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page"),
    Criterion(
      "1.4.10", "Reflow", .aa,
      """
      Nothing needs scrolling sideways at 320 pixels, but for wide tables, which scroll in a \
      region of their own that the keyboard reaches.
      """,
      tests: "test_no_measure_finds_anything_wrong_on_any_page",
      "test_wide_tables_scroll_in_their_own_region_by_keyboard"),
    Criterion(
      "1.4.11", "Non-text Contrast", .aa,
      """
      The borders of fields and buttons, the ring around what has the focus and the parts of \
      charts have 3 to 1 or more, in light and dark colours. The numbers of charts stand in tables \
      besides, as do those of the one map in shades: when to hold in Pig.
      """,
      tests: "test_no_measure_finds_anything_wrong_on_any_page", "test_what_is_too_pale_is_found"),
    Criterion(
      "1.4.12", "Text Spacing", .aa,
      "With text spaced as widely as the criterion asks, nothing is lost.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page"),
    .none(
      "1.4.13", "Content on Hover or Focus", .aa,
      because: "Only the skip link and the browser’s own tooltips appear that way."),
  ]

  private static let noRecording = "There are no films and no recordings."
}
