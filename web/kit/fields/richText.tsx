// Rich text. The editor is large and loads with the first form that shows it.
import { lazy, Suspense, useMemo } from 'react'
import type { Field, InputProps } from './field.ts'
import { cleanHtml, htmlText } from './html.ts'
import { None } from './none.tsx'
import './richText.css'

const Editor = lazy(() => import('./RichTextEditor.tsx'))

export interface RichTextProps {
  /** Height of the writing area. */
  height?: number
}

/** A stored text as it is read: cleaned again, whoever wrote it. */
export function RichTextView({ html }: { html: string | null | undefined }) {
  const clean = useMemo(() => (html ? cleanHtml(html) : ''), [html])
  if (clean === '') return <None />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleanHtml keeps only the elements the editor can make
  return <div className="yy-rich yy-ink" dangerouslySetInnerHTML={{ __html: clean }} />
}

export const richText: Field<string> = {
  kind: 'field',
  untitled: true,
  sheet: 'text',
  width: 240,
  cell: (value) => {
    const words = htmlText(value)
    return words ? (
      <span className="yy-clip yy-ellipsis" title={words.slice(0, 500)}>
        {words}
      </span>
    ) : (
      <None />
    )
  },
  text: htmlText,
  input: (props: InputProps<string> & RichTextProps) => (
    <Suspense
      fallback={<div className="yy-editor yy-editor-wait" style={{ height: (props.height ?? 240) + 41 }} aria-busy />}
    >
      <Editor {...props} />
    </Suspense>
  ),
  search: () => null,
}
