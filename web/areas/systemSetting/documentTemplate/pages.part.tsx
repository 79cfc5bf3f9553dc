// A finished text on its sheets, as large as there is room for.
import { useMemo, useRef } from 'react'
import type { PaperData } from '#contract/systemSetting/documentTemplate'
import { useWidth } from '#web/kit/list/useWidth'
import { fitting, sheetStyle } from './sheetSize.ts'
import './document.css'
import './documentContent.css'

const BREAK = '<div data-page-break="true"></div>'

/** Sheets as the page breaks cut them; where a sheet is too long, the printer goes on by itself. */
export function DocumentPages({ html, paper }: { html: string; paper: PaperData }) {
  const floor = useRef<HTMLDivElement>(null)
  const zoom = fitting(useWidth(floor), paper)
  const sheets = useMemo(() => html.split(BREAK), [html])
  return (
    <div className="yy-pad-16 yy-flex-1 yy-low yy-scroll" ref={floor}>
      {sheets.map((sheet, i) => (
        <div key={i} className="yy-doc-sheet yy-relative yy-white" style={{ ...sheetStyle(paper), zoom }}>
          {paper.header && <div className="yy-doc-header yy-center-text yy-second">{paper.header}</div>}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server writes this markup from an allow-list */}
          <div className="yy-doc" dangerouslySetInnerHTML={{ __html: sheet }} />
        </div>
      ))}
    </div>
  )
}
