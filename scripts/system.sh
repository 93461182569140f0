# To be sourced: the parts that come from Debian's packages. `offer` tries and goes on without; `need` stops with one line.

# has PART: whether this machine has it already.
has() {
  case "$1" in
    chromium-headless-shell) [ -x /usr/lib/chromium/chromium-headless-shell ] ;;
    libcairo2) PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null | grep -q 'libcairo\.so\.2' ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

fetch() {
  echo "==> $1 ($2)"
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
}

# offer PACKAGE WHY
offer() {
  if has "$1"; then return; fi
  if may_install && fetch "$1" "$2"; then return; fi
  echo "without $1 there is no $2; to have it: sudo apt-get install $1" >&2
}

# need PACKAGE WHY
need() {
  if has "$1"; then return; fi
  if may_install && fetch "$1" "$2"; then return; fi
  echo "$2 needs $1: sudo apt-get install $1" >&2
  exit 1
}
