#!/usr/bin/python3
"""A WebKitGTK browser of one window, for WebKitWebDriver: its width, height and whether it keeps
cookies and prefers dark colours come in the arguments. (Debian's own is never narrower than 447.)

It is no part of the tests' environment: the bindings are only for the system's Python."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

width, height = int(sys.argv[1]), int(sys.argv[2])
settings = Gtk.Settings.get_default()
settings.set_property("gtk-application-prefer-dark-theme", "dark" in sys.argv)
settings.set_property("gtk-enable-animations", False)
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.get_cookie_manager().set_accept_policy(
    WebKit2.CookieAcceptPolicy.NEVER if "blocked" in sys.argv
    else WebKit2.CookieAcceptPolicy.NO_THIRD_PARTY)


def open_window(_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.set_size_request(width, height)
    window = Gtk.Window(decorated=False)
    window.add(view)
    window.show_all()
    return view


context.connect(
    "automation-started", lambda _, session: session.connect("create-web-view", open_window))
Gtk.main()
