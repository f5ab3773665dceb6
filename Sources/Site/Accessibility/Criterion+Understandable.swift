extension Criterion {
  static let understandable = [
    Criterion(
      "3.1.1", "Language of Page", .a, "Pages are in English and say so.",
      tests: "test_every_page_and_state_is_valid",
      "test_no_measure_finds_anything_wrong_on_any_page"),
    Criterion(
      "3.1.2", "Language of Parts", .aa, "All of our own words are English.",
      gap: "Names and words that visitors type in other languages are not marked as such.",
      tests: "test_every_page_and_state_is_valid"),
    Criterion(
      "3.2.1", "On Focus", .a, "Nothing happens because something gets the focus.",
      tests: "test_tab_reaches_everything_once_with_the_focus_in_sight"),
    Criterion(
      "3.2.2", "On Input", .a,
      """
      A form is sent by its button. Where a choice acts by itself, it changes what is shown beside \
      it, and the focus stays.
      """,
      tests: "test_a_choice_by_arrow_keys_is_taken_when_the_keys_rest",
      "test_enter_in_a_field_goes_on_and_never_rolls"),
    Criterion(
      "3.2.3", "Consistent Navigation", .aa, "The menu is the same on all pages.",
      tests: "test_the_header_is_one_row_whose_menu_leads_everywhere"),
    Criterion(
      "3.2.4", "Consistent Identification", .aa,
      "The same thing has the same name wherever it stands: Roll is Roll in every game.",
      tests: "test_each_game_is_played_by_keyboard_alone",
      "test_forty_presses_at_one_place_are_forty_moves"),
    Criterion(
      "3.2.6", "Consistent Help", .a,
      "Rules and About stand at the same place of the menu on all pages.",
      tests: "test_the_header_is_one_row_whose_menu_leads_everywhere"),
    Criterion(
      "3.3.1", "Error Identification", .a,
      "What is wrong is said in words at its field, which has the focus then.",
      tests: "test_a_wrong_expression_is_refused_beside_the_field_and_kept",
      "test_a_refusal_has_the_focus_and_a_correction_is_announced",
      "test_what_is_missing_is_told_at_its_field_and_nothing_is_lost",
      "test_what_happens_is_heard_and_what_is_wrong"),
    Criterion(
      "3.3.2", "Labels or Instructions", .a,
      "Each field has a label, and a hint where its limits or its form aren’t plain.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page"),
    Criterion(
      "3.3.3", "Error Suggestion", .aa, "An error says what would be right, if that can be known.",
      tests: "test_what_was_probably_meant_is_one_press_away",
      "test_a_number_beyond_the_limits_is_moved_to_the_nearest_with_a_sentence"),
    Criterion(
      "3.3.4", "Error Prevention (Legal, Financial, Data)", .aa,
      """
      Nothing here binds anybody, and no money is real. What would delete a character, a room or a \
      game asks first or can be undone.
      """,
      gap: """
        Clearing the history of rolls, and taking a character down from Dragon Cloud, act at once.
        """,
      tests: "test_delete_undo_and_duplicate", "test_starting_over_asks_first_and_is_written_down",
      "test_the_secret_link_asks_before_it_deletes"),
    Criterion(
      "3.3.7", "Redundant Entry", .a, "What was typed once stays, also after an error.",
      tests: "test_what_is_filled_in_and_not_sent_stays",
      "test_what_is_missing_is_told_at_its_field_and_nothing_is_lost"),
    Criterion(
      "3.3.8", "Accessible Authentication (Minimum)", .aa,
      "There are no accounts and no passwords. Links lead back, and codes can be pasted.",
      on: "rooms, characters", tests: "test_a_code_moves_the_vault_to_another_browser",
      "test_two_people_play_pig_on_two_devices"),
  ]

  static let robust = [
    Criterion(
      "4.1.2", "Name, Role, Value", .a,
      "Controls are those of HTML, each with a name and the state that the browser keeps.",
      tests: "test_no_measure_finds_anything_wrong_on_any_page",
      "test_every_page_and_state_is_valid"),
    Criterion(
      "4.1.3", "Status Messages", .aa,
      "The outcome of a move, a correction and what is new in a room are read out.",
      tests: "test_the_outcome_is_announced",
      "test_a_refusal_has_the_focus_and_a_correction_is_announced",
      "test_what_happened_is_announced", "test_what_happens_is_heard_and_what_is_wrong"),
  ]
}
