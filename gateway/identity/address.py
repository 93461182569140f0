"""The network address of a request: whose line it came over, as far as that can be known."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

Network = IPv4Network | IPv6Network
_Address = IPv4Address | IPv6Address

#: One customer of a provider has at least so much of IPv6, and may take another address of it for each request.
_V6_PREFIX: Final = 64
_UNKNOWN: Final = "unknown"


def network_of(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """What users at one address share: an IPv4 address, or the /64 of an IPv6 one; `unknown` without a peer.

    `forwarded`: the entries of X-Forwarded-For, the nearest last. One counts only when every hop after it is a proxy
    of `trusted`: whatever else stands there, the client may have written.
    """
    found = _parsed(peer)
    hops = list(forwarded)
    while found is not None and hops and any(found in network for network in trusted):
        nearer = _parsed(hops.pop())
        if nearer is None:
            break
        found = nearer
    if found is None:
        return _UNKNOWN
    if isinstance(found, IPv4Address):
        return str(found)
    return str(ip_network((found, _V6_PREFIX), strict=False))


def _parsed(text: str) -> _Address | None:
    try:
        found = ip_address(text.strip())
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return mapped or found
