"""Guests: known by a cookie that only this gateway makes, counted by the address that they come from."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from gateway.identity.address import network_of
from gateway.identity.guests import Guests
from gateway.identity.mode import Identity, IdentityMode
from gateway.identity.opaque import OpaqueIds
from plotlane_kit.caller import Tier

SECRET = b"s" * 32
PROXIES = (ip_network("10.0.0.0/8"), ip_network("::1/128"))


def test_a_guest_is_known_again_by_the_cookie_and_is_public() -> None:
    guest, cookie = Guests(SECRET).invite()
    assert Guests(SECRET).known(cookie) == guest
    assert guest.tier is Tier.PUBLIC


def test_every_guest_is_another_one() -> None:
    assert len({Guests(SECRET).invite()[0].name for _ in range(50)}) == 50


def test_a_cookie_that_another_secret_made_or_that_was_changed_is_nobodys() -> None:
    _, cookie = Guests(SECRET).invite()
    foreign = Guests(b"t" * 32).invite()[1]
    changed = ("1" if cookie[0] == "0" else "0") + cookie[1:]
    for text in (None, "", foreign, changed, cookie[:-1], f"{cookie}0", "é" * len(cookie), cookie.replace(".", "-")):
        assert Guests(SECRET).known(text) is None


def test_a_guest_is_no_user_of_another_mode_and_has_an_address() -> None:
    ids = OpaqueIds(SECRET)
    guest = ids.guest(Identity("ada", Tier.PUBLIC), "192.0.2.7")
    assert guest.user != ids.caller(IdentityMode.TOKENS, Identity("ada", Tier.PUBLIC)).user
    assert guest.address == ids.guest(Identity("bob", Tier.PUBLIC), "192.0.2.7").address
    assert guest.address != ids.guest(Identity("ada", Tier.PUBLIC), "192.0.2.8").address
    assert "192.0.2.7" not in guest.address


@pytest.mark.parametrize(
    ("peer", "forwarded", "network"),
    [
        ("192.0.2.7", [], "192.0.2.7"),
        ("::ffff:192.0.2.7", [], "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("192.0.2.7", ["198.51.100.1"], "192.0.2.7"),  # nobody has to believe a stranger's header
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["203.0.113.9", " 198.51.100.1"], "198.51.100.1"),  # the first was the client's own
        ("10.0.0.1", ["198.51.100.1", "10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["not an address"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1", ""], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("", ["198.51.100.1"], "unknown"),
    ],
)
def test_an_address_is_what_the_last_hop_that_is_no_proxy_says(peer: str, forwarded: list[str], network: str) -> None:
    assert network_of(peer, forwarded, PROXIES) == network
