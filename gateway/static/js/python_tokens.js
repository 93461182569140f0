/** Python tokens: cuts source into `[kind, text]` pieces for colouring; joined, the texts are the source again. */

const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);
const BUILTINS = new Set(
  "abs all any bool dict enumerate filter float int len list map max min print range reversed round set sorted str sum tuple zip".split(
    " ",
  ),
);
const RULES = [
  ["comment", /#[^\n]*/y],
  ["string", /[rbfuRBFU]{0,2}("""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)/y],
  ["number", /(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?j?)/iy],
  ["decorator", /@[A-Za-z_][\w.]*/y],
  ["name", /[\p{L}_][\p{L}\p{N}_]*/uy],
  ["plain", /\s+|[^\s\w#"'@]+|./suy],
];

/** Pieces of `source` in order; kinds: comment, string, number, decorator, keyword, builtin, call, name, plain. */
export function pythonTokens(source) {
  const pieces = [];
  for (let at = 0; at < source.length;) {
    const [kind, text] = next(source, at);
    pieces.push([kind === "name" ? nameKind(text, source, at + text.length) : kind, text]);
    at += text.length;
  }
  return pieces;
}

function next(source, at) {
  for (const [kind, pattern] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match?.[0]) return [kind, match[0]];
  }
  return ["plain", source[at]];
}

function nameKind(name, source, end) {
  if (KEYWORDS.has(name)) return "keyword";
  if (source[end] === "(") return BUILTINS.has(name) ? "builtin" : "call";
  return "name";
}
