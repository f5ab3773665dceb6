extension Criterion {
  static let operable = [
    Criterion(
      "2.1.1", "Keyboard", .a,
      "Everything can be done with the keyboard alone, with scripts and without.",
      tests: "test_tab_reaches_everything_once_with_the_focus_in_sight",
      "test_tab_reaches_everything_in_a_room", "test_dice_can_be_played_without_a_mouse",
      "test_a_whole_game_by_keyboard_alone", "test_a_whole_character_by_keyboard_alone"),
    Criterion(
      "2.1.2", "No Keyboard Trap", .a,
      "Tab leads on from everywhere, also through frames and out of them.",
      tests: "test_tab_reaches_everything_once_with_the_focus_in_sight",
      "test_tab_leads_through_a_frame_and_out_of_it_at_both_ends"),
    Criterion(
      "2.1.4", "Character Key Shortcuts", .a,
      "R presses Roll and H holds. A switch at the foot of the page turns both off.",
      on: "dice, Craps, Pig", tests: "test_the_r_key_rolls_until_it_is_switched_off",
      "test_r_is_a_letter_where_one_types_and_with_other_keys"),
    Criterion(
      "2.2.1", "Timing Adjustable", .a,
      """
      No move has a time limit. What you did is kept for days after your last visit, and a page \
      that was left open for longer says so.
      """,
      gap: """
        A deleted character can be brought back for ten minutes only, and a code that moves a vault \
        holds for fifteen.
        """,
      tests: "test_cookie_lasts_as_long_as_the_session", "test_a_session_that_has_ended_begins_anew"
    ),
    Criterion(
      "2.2.2", "Pause, Stop, Hide", .a,
      """
      Dice tumble for less than half a second, and the goblin waves once. Rooms update by themselves \
      until you pause that.
      """,
      on: "dice, Craps, Pig, characters, rooms",
      tests: "test_a_roll_tumbles_and_lands_within_two_thirds_of_a_second_where_motion_is_welcome",
      "test_what_is_pressed_stays_until_it_is_let_go"),
    Criterion(
      "2.3.1", "Three Flashes or Below Threshold", .a,
      "Nothing flashes. Where less motion is asked for, nothing moves.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page",
      "test_the_goblin_moves_once_and_only_where_motion_is_welcome"),
    Criterion(
      "2.4.1", "Bypass Blocks", .a, "The first link skips to the content, which is a landmark.",
      tests: "test_the_first_link_skips_to_the_content"),
    Criterion(
      "2.4.2", "Page Titled", .a,
      "Each title says what just happened, then the page, then Dicehall.",
      tests: "test_every_page_and_state_is_valid",
      "test_no_measure_finds_anything_wrong_on_any_page"),
    Criterion(
      "2.4.3", "Focus Order", .a,
      """
      The focus goes through a page as it is read. After a move it stays on the button that was \
      pressed, or goes to the outcome if that button is gone.
      """,
      tests: "test_tab_reaches_everything_once_with_the_focus_in_sight",
      "test_the_focus_stays_on_the_button_that_was_pressed",
      "test_a_control_that_is_gone_hands_the_focus_to_the_outcome"),
    Criterion(
      "2.4.4", "Link Purpose (In Context)", .a,
      "A link says where it leads, alone or with its sentence.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page", "test_every_link_leads_somewhere"),
    Criterion(
      "2.4.5", "Multiple Ways", .aa,
      "Pages are reached by the menu, by the cards of the home page and by links from each other.",
      tests: "test_the_header_is_one_row_whose_menu_leads_everywhere",
      "test_reference_pages_lead_to_each_other"),
    Criterion(
      "2.4.6", "Headings and Labels", .aa, "Headings and labels say what follows, in few words.",
      tests: "test_landmarks_headings_and_tables_have_names",
      "test_no_measure_finds_anything_wrong_on_any_page"),
    Criterion(
      "2.4.7", "Focus Visible", .aa, "What has the focus has a ring around it.",
      tests: "test_tab_reaches_everything_once_with_the_focus_in_sight"),
    Criterion(
      "2.4.11", "Focus Not Obscured (Minimum)", .aa,
      "What has the focus is in sight. No bar covers it.",
      tests: "test_tab_reaches_everything_once_with_the_focus_in_sight",
      "test_no_bar_hides_the_focus_on_the_way_back"),
    Criterion(
      "2.5.1", "Pointer Gestures", .a, "One tap does everything.",
      tests: "test_forty_presses_at_one_place_are_forty_moves"),
    Criterion(
      "2.5.2", "Pointer Cancellation", .a,
      "Buttons are the browser’s own: they act when let go, and not if the pointer has left.",
      tests: "test_forty_presses_at_one_place_are_forty_moves",
      "test_what_is_pressed_stays_until_it_is_let_go"),
    Criterion(
      "2.5.3", "Label in Name", .a,
      """
      The words on a button are its name. Where only a sign or a number fits, as on a chip, the name \
      holds it. All tests press buttons by these names.
      """,
      tests: "test_forty_presses_at_one_place_are_forty_moves",
      "test_landmarks_headings_and_tables_have_names"),
    .none(
      "2.5.4", "Motion Actuation", .a, because: "Nothing is done by shaking or turning a device."),
    Criterion(
      "2.5.7", "Dragging Movements", .aa,
      "The ante’s slider also moves by tap and by key, and chips and a number field set the same.",
      on: "Craps", tests: "test_chips_set_the_ante_and_only_what_is_legal_can_be_chosen",
      "test_the_ante_is_set_by_arrow_keys"),
    Criterion(
      "2.5.8", "Target Size (Minimum)", .aa,
      "Whatever is pressed is 24 pixels or more each way, and the main buttons 44.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page"),
  ]
}
