// Forms that were not saved when the last session ended: offered once after sign-in, to the user who typed them.
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ago } from '#web/kit/ago'
import { type Draft, dropDraft, listDrafts } from '#web/kit/form/drafts'
import { stamp } from '#web/kit/frontLog'
import { openPage, tabs } from '#web/kit/open'
import { useRoom } from '#web/kit/quiet'
import { useCovered } from '#web/kit/shell/News'

export function DraftOffer() {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => listDrafts())
  // Going on to another page is an answer too; the form itself offers its draft again when it is opened.
  useEffect(
    () =>
      tabs.store.subscribe((now, before) => {
        if (before.active !== null && now.active !== before.active) setDrafts([])
      }),
    [],
  )
  const room = useRoom()
  const covered = useCovered()
  if (drafts.length === 0 || room === 'busy' || covered) return null
  const without = (draft: Draft) => setDrafts(drafts.filter((one) => one.form !== draft.form))
  return (
    <section className="yy-drafts yy-fixed yy-white" role="status" aria-label="未保存的表单">
      <header className="yy-row yy-between">
        <b>有 {drafts.length} 份没有保存的表单</b>
        <button
          type="button"
          className="yy-icon-button"
          aria-label="以后再说"
          title="以后再说"
          onClick={() => setDrafts([])}
        >
          <X size={16} aria-hidden />
        </button>
      </header>
      <p>上次离开时已填的内容留在这台电脑上。</p>
      <ul className="yy-plain-list yy-scroll">
        {drafts.map((draft) => (
          <li className="yy-row yy-gap-12 yy-over" key={draft.form}>
            <span>
              {draft.title}
              <small>{ago(stamp(new Date(draft.at)))}</small>
            </span>
            <button
              type="button"
              className="yy-link"
              onClick={() => {
                without(draft)
                openPage(draft.path)
              }}
            >
              继续填写
            </button>
            <button
              type="button"
              className="yy-link yy-link-danger"
              onClick={() => {
                dropDraft(draft.form)
                without(draft)
              }}
            >
              丢弃
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
