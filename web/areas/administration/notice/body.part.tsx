// The words of a notice with its papers, on the screen and on paper.
import { Paperclip } from 'lucide-react'
import { RichTextView } from '#web/kit/fields/richText'
import { nameOfUrl } from '#web/kit/fields/uploading'
import { printSheet } from '#web/kit/print/printSheet'
import { Sheet } from '#web/kit/print/Sheet'
import { useSession } from '#web/kit/session'
import './notice.css'

interface Words {
  title: string
  html: string
  attachments: readonly string[]
}

export function NoticeBody({ html, attachments }: Omit<Words, 'title'>) {
  return (
    <div className="yy-notice-body">
      <RichTextView html={html} />
      {attachments.length > 0 && (
        <>
          <h3 className="yy-heading yy-below-8">附件</h3>
          <ul className="yy-notice-files yy-plain-list">
            {attachments.map((url) => (
              <li key={url} className="yy-row yy-gap-8">
                <Paperclip size={14} aria-hidden />
                <a href={url} target="_blank" rel="noreferrer">
                  {nameOfUrl(url)}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface Printed extends Words {
  publishedName: string | null
  publishedAt: string | null
}

export function printNotice(one: Printed): Promise<void> {
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  return printSheet({
    title: one.title,
    paper: 'A4',
    render: () => (
      <Sheet
        org={org}
        title={one.title}
        sub={[one.publishedName && `发布人：${one.publishedName}`, one.publishedAt?.slice(0, 16)]
          .filter(Boolean)
          .join('　')}
      >
        <div className="rich">
          <RichTextView html={one.html} />
        </div>
        {one.attachments.length > 0 && <p className="note">附件：{one.attachments.map(nameOfUrl).join('、')}</p>}
      </Sheet>
    ),
  })
}
