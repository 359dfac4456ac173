/** A text of the documents, with what stands between backquotes as code. */
export const CodedText = ({ text }: { readonly text: string }) => (
  <span lang="en">
    {text
      .split('`')
      .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
  </span>
)
