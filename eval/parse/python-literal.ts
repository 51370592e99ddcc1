/**
 * Reads what Python's `ast.literal_eval` reads of lists and dictionaries: language models are asked
 * for them. YAML's flow style is a superset; what only YAML allows (bare words) is refused.
 */
import { parseDocument, visit } from 'yaml';

/** Undefined when the text is no such literal. */
export function parsePythonLiteral(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const document = parseDocument(text, { logLevel: 'silent' });
  if (document.errors.length > 0) return undefined;
  let isLiteral = true;
  visit(document, {
    Alias: () => refuse(),
    Scalar: (_, { type, value, source }) => {
      if (type === 'PLAIN' && typeof value === 'string' && source !== 'None') return refuse();
    },
  });
  return isLiteral ? document.toJS() : undefined;

  function refuse(): symbol {
    isLiteral = false;
    return visit.BREAK;
  }
}
