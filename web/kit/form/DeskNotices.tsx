// Above a document that is written on a page of its own: the draft of an earlier visit, the conflict with somebody
// else who saved meanwhile, and what the server did not like.
import { Alert, Button } from 'antd'
import { ago } from '#web/kit/ago'
import { stamp } from '#web/kit/frontLog'
import { confirmAct } from '#web/kit/parts/confirmAct'

/** What a desk knows of its unsaved content. */
export interface NoticedDesk {
  /** A draft that was kept on this computer. */
  offer: { at: number } | null
  conflict: string | null
  problem: { field?: string | null; message: string } | null
  restoreDraft(): void
  dropDraft(): void
  closeConflict(): void
  save(over: true): Promise<unknown>
  reload(): Promise<unknown>
}

interface DeskNoticesProps {
  desk: NoticedDesk
  /** Problems of these fields are said at the field itself. */
  fields: readonly string[]
  /** What becomes of the other's content when this one is saved over it. */
  conflictText: string
  keepMine: string
}

export function DeskNotices({ desk, fields, conflictText, keepMine }: DeskNoticesProps) {
  const { offer, conflict, problem } = desk
  const giveWay = async () => {
    const said = await confirmAct({
      title: '放弃您的修改，载入对方保存的内容？',
      effects: ['您在本页的修改会丢失', '对方保存的内容载入本页'],
      verb: '放弃我的修改',
      safe: '不放弃',
      danger: true,
    })
    if (said !== null) await desk.reload()
  }
  return (
    <>
      {offer && (
        <Alert
          type="info"
          showIcon
          title={`有一份没有保存的草稿（${ago(stamp(new Date(offer.at)))}）`}
          action={
            <>
              <Button size="small" type="primary" onClick={desk.restoreDraft}>
                恢复草稿
              </Button>
              <Button size="small" onClick={desk.dropDraft}>
                不要了
              </Button>
            </>
          }
        />
      )}
      {conflict && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={conflict}
          description={`您的内容都还在本页。${conflictText}`}
          action={
            <>
              <Button
                size="small"
                type="primary"
                onClick={() => {
                  desk.closeConflict()
                  void desk.save(true)
                }}
              >
                {keepMine}
              </Button>
              <Button size="small" onClick={() => void giveWay()}>
                载入对方的内容…
              </Button>
            </>
          }
        />
      )}
      {problem && !fields.includes(problem.field ?? '') && (
        <Alert type="error" showIcon role="alert" title={problem.message} />
      )}
    </>
  )
}
