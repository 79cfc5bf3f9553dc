// Saved states of a template: looked at, compared by eye, and brought back. Bringing one back makes a new version.
import { Button } from 'antd'
import { Download, Eye } from 'lucide-react'
import { useState } from 'react'
import { documentTemplate, type TemplateDetail, type TemplateVersion } from '#contract/systemSetting/documentTemplate'
import { download, send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import './documentParts.css'

const { calls } = documentTemplate

interface HistoryProps {
  /** The template; null keeps the drawer closed. */
  of: { templateId: string; templateName: string; kind: string } | null
  mayEdit: boolean
  /** Text on the desk that is not saved yet and would be replaced. */
  unsaved?: boolean
  onLook(version: TemplateVersion): void
  onRestored(fresh: TemplateDetail): void
  onClose(): void
}

export function HistoryDrawer({ of, mayEdit, unsaved = false, onLook, onRestored, onClose }: HistoryProps) {
  const [shown, setShown] = useState(of)
  if (of && of !== shown) setShown(of)
  const answer = useCall(calls.versions, of ? { templateId: of.templateId } : null)
  if (!shown) return null

  const restore = async ({ version }: TemplateVersion) => {
    let fresh: TemplateDetail | null = null
    const said = await confirmAct({
      title: `恢复“${shown.templateName}”第 ${version} 版的内容？`,
      effects: [
        `第 ${version} 版的内容成为最新版本，现在的版本留在历史中`,
        '已经生成的文书不受影响',
        ...(unsaved ? ['您还没有保存的修改会被替换'] : []),
      ],
      verb: '恢复这一版',
      safe: '不恢复',
      run: async (_, options) => {
        fresh = await send(calls.restore, { templateId: shown.templateId, version: String(version) }, options)
      },
    })
    if (said === null || fresh === null) return
    toast.success(`已恢复第 ${version} 版的内容`)
    onRestored(fresh)
  }

  return (
    <SideDrawer
      open={of !== null}
      title="历史版本"
      about={shown.templateName}
      onClose={onClose}
      onClosed={() => setShown(null)}
    >
      <p className="yy-doc-note yy-text-13 yy-second">每次保存都留一个版本；已经生成的文书一直使用生成时的版本。</p>
      {answer.error ? (
        <ErrorBlock what="历史版本" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <BlockBones lines={6} />
      ) : (
        <ol className="yy-doc-versions yy-plain-list">
          {answer.data.map((one) => (
            <li className="yy-row yy-between yy-gap-12 yy-under" key={one.version}>
              <div>
                <b>第 {one.version} 版</b>
                {one.current && <StatusTag family="green">现在使用</StatusTag>}
                <p className="yy-second yy-text-13">
                  {one.createTime}　{one.createUser ?? '系统'}　占位符 {one.fieldCount} 种
                </p>
                <p className="yy-second yy-text-13">{one.fileName ?? one.templateName}</p>
              </div>
              <span className="yy-flex yy-gap-8 yy-fixed">
                {shown.kind === 'word' ? (
                  <Button
                    size="small"
                    icon={<Download size={14} aria-hidden />}
                    onClick={() =>
                      void download(calls.word, { templateId: shown.templateId, version: String(one.version) })
                    }
                  >
                    下载
                  </Button>
                ) : (
                  <Button size="small" icon={<Eye size={14} aria-hidden />} onClick={() => onLook(one)}>
                    查看
                  </Button>
                )}
                {mayEdit && !one.current && (
                  <Button size="small" onClick={() => void restore(one)}>
                    恢复
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </SideDrawer>
  )
}
