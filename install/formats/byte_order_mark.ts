// The mark some editors put before a text: no format's parser sees it, and it comes back as it was found.

const MARK = "\uFEFF";

/** The mark, or nothing, and the text behind it. */
export function withoutMark(text: string): { readonly mark: string; readonly body: string } {
  return text.startsWith(MARK) ? { mark: MARK, body: text.slice(1) } : { mark: "", body: text };
}
