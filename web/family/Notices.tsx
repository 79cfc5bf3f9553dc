// What the house tells this member of the family. Opening one says that it was read; its papers come by the same secret.
import { Paperclip } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type FamilyShownNoticeData, familyNotice } from '#contract/live/familyNotice'
import { download, send } from '#web/kit/call'
import { Button } from '#web/light/Button'
import { failureText } from '#web/light/failure'
import { Notice } from '#web/light/Notice'

const SHOWN = 3

interface NoticesProps {
  secret: string
  /** Asked again with it. */
  round: unknown
}

export function Notices({ secret, round }: NoticesProps) {
  const [list, setList] = useState<readonly FamilyShownNoticeData[]>([])
  const [opened, setOpened] = useState<string | null>(null)
  const [whole, setWhole] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [loading, setLoading] = useState<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    const options = { headers: { Authorization: secret }, silent: true, handles: () => true }
    send(familyNotice.calls.shown, {}, options)
      .then((found) => {
        setList(found)
        setFailure(null)
      })
      .catch((error: unknown) => setFailure(failureText(error)))
  }, [secret, round])

  const open = async (one: FamilyShownNoticeData) => {
    setOpened(opened === one.messageId ? null : one.messageId)
    if (one.read) return
    try {
      await send(
        familyNotice.calls.read,
        { messageId: one.messageId },
        { headers: { Authorization: secret }, silent: true, handles: () => true },
      )
      setList((now) => now.map((each) => (each.messageId === one.messageId ? { ...each, read: true } : each)))
    } catch (error) {
      setFailure(failureText(error))
    }
  }
  const take = async (messageId: string, fileId: string) => {
    if (loading) return
    setLoading(fileId)
    setFailure(null)
    try {
      await download(
        familyNotice.calls.file,
        { messageId, fileId },
        { headers: { Authorization: secret }, silent: true, handles: () => true },
      )
    } catch (error) {
      setFailure(failureText(error))
    } finally {
      setLoading(null)
    }
  }

  const unread = list.filter((one) => !one.read).length
  if (list.length === 0 && failure === null) return null
  return (
    <section className="yy-phone-card">
      <h2>机构通知{unread > 0 && `　${unread} 条未读`}</h2>
      {failure && <Notice kind="bad">{failure}</Notice>}
      <ul className="fam-visits yy-plain-list">
        {(whole ? list : list.slice(0, SHOWN)).map((one) => (
          <li key={one.messageId} className="yy-stack">
            <button
              type="button"
              className="fam-notice yy-bare yy-left"
              aria-expanded={opened === one.messageId}
              onClick={() => void open(one)}
            >
              <b>
                {!one.read && <i className="fam-new">未读</i>}
                {one.title}
              </b>
              <span className="yy-second yy-text-16">{one.publishTime.slice(0, 16)}</span>
            </button>
            {opened === one.messageId && (
              <>
                <p className="fam-words">{one.content}</p>
                {one.attachments.map((file) => (
                  <Button
                    key={file.fileId}
                    wide
                    busy={loading === file.fileId}
                    onClick={() => void take(one.messageId, file.fileId)}
                  >
                    <Paperclip size={18} aria-hidden /> {file.name}
                  </Button>
                ))}
              </>
            )}
          </li>
        ))}
      </ul>
      {list.length > SHOWN && !whole && (
        <Button wide onClick={() => setWhole(true)}>
          看全部 {list.length} 条
        </Button>
      )}
    </section>
  )
}
