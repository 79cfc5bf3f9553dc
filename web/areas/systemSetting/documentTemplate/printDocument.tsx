// A filled document on paper: the page as the template sets it, with header, footer and page numbers in the margins.
import type { PaperData } from '#contract/systemSetting/documentTemplate'
import { printSheet } from '#web/kit/print/printSheet'
import css from './documentContent.css?inline'
import { paperRule } from './paperRule.ts'

export function printDocument(request: { title: string; html: string; paper: PaperData }): Promise<void> {
  return printSheet({
    title: request.title,
    paper: request.paper.landscape ? 'A4-landscape' : 'A4',
    page: paperRule(request.paper),
    render: () => (
      <>
        <style>{css}</style>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server writes this markup from an allow-list */}
        <article className="yy-doc" dangerouslySetInnerHTML={{ __html: request.html }} />
      </>
    ),
  })
}
