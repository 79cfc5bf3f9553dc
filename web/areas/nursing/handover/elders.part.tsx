// Elders of a sheet with what the nurse says about them; those who matter first, everybody when asked for.
import { Button, Input, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { HandoverElderData } from '#contract/nursing/handover'
import { HandoverWalk } from '#contract/nursing/handoverWords'
import { BedPath } from '#web/areas/live/public'
import { usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { NoteTag, StatusTag } from '#web/kit/parts/StatusTag'

export const isNoted = (one: HandoverElderData) => Boolean(one.focus || one.condition || one.done || one.watch)

export function WalkMarks({ elder }: { elder: HandoverElderData }) {
  return (
    <span className="yy-inline-flex yy-gap-4 yy-wrap">
      {elder.walk.map((why) => {
        const option = HandoverWalk.find(why)!
        return (
          <NoteTag key={why} family={option.family ?? 'grey'}>
            {option.label}
          </NoteTag>
        )
      })}
      {elder.away && <StatusTag family="purple">{elder.away === 'HOSPITAL' ? '住院' : '外出'}</StatusTag>}
    </span>
  )
}

const PARTS = [
  ['情况', 'condition'],
  ['已做处理', 'done'],
  ['下一班注意', 'watch'],
] as const

export function Note({ elder }: { elder: HandoverElderData }) {
  const said = PARTS.flatMap(([title, field]) => (elder[field] ? [[title, elder[field]] as const] : []))
  if (said.length === 0) return <span className="yy-second">{elder.focus ? '重点老人，还没有写' : '—'}</span>
  return (
    <dl className="yy-handover-note">
      {said.map(([title, words]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}

type Which = 'first' | 'noted' | 'all'

interface EldersProps {
  elders: readonly HandoverElderData[]
  /** While it is a draft. */
  onWrite?: ((elder: HandoverElderData) => void) | undefined
}

export function Elders({ elders, onWrite }: EldersProps) {
  const [which, setWhich] = usePageState<Which>('elders', 'first')
  const [typed, setTyped] = useState('')
  const noted = useMemo(() => elders.filter(isNoted), [elders])
  const first = useMemo(() => elders.filter((one) => isNoted(one) || one.walk.length > 0), [elders])
  const chosen = onWrite ? { first, noted, all: elders }[which] : first
  const shown = (typed.trim() ? elders : chosen)
    .filter((one) => one.oldmanName.includes(typed.trim()) || one.bedPath?.includes(typed.trim()))
    .toSorted((a, b) => Number(b.focus) - Number(a.focus))
  return (
    <>
      {onWrite && (
        <div className="yy-row yy-gap-12 yy-wrap yy-below-12">
          <Segmented<Which>
            aria-label="显示哪些老人"
            value={which}
            onChange={setWhich}
            options={[
              { value: 'first', label: `要交代的 ${first.length}` },
              { value: 'noted', label: `已写 ${noted.length}` },
              { value: 'all', label: `全部 ${elders.length}` },
            ]}
          />
          <Input
            className="yy-handover-find"
            aria-label="按姓名或房间找老人"
            placeholder="按姓名或房间找"
            allowClear
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <Empty title="没有老人" text={onWrite ? '换成“全部”，或改一下姓名、房间。' : '这一班没有要特别交代的老人。'} />
      ) : (
        <table className="yy-plain-table yy-lined yy-handover-elders">
          <thead>
            <tr>
              <th>老人</th>
              <th>标记</th>
              <th>交班内容</th>
              <th>{onWrite ? '填写' : '床旁交接'}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((elder) => (
              <tr key={elder.oldmanId} className={elder.focus ? 'is-focus' : undefined}>
                <td>
                  <b>{elder.oldmanName}</b>
                  <br />
                  <BedPath path={elder.bedPath?.split('>').slice(-2).join('>') ?? null} />
                </td>
                <td>
                  <WalkMarks elder={elder} />
                </td>
                <td>
                  <Note elder={elder} />
                  {elder.updatedName && isNoted(elder) && (
                    <span className="yy-second yy-small">
                      {elder.updatedName} {elder.updatedAt?.slice(5, 16)}
                    </span>
                  )}
                </td>
                <td>
                  {onWrite ? (
                    <Button
                      aria-label={`${isNoted(elder) ? '修改' : '写'}${elder.oldmanName}的交班`}
                      onClick={() => onWrite(elder)}
                    >
                      {isNoted(elder) ? '修改交班' : '写交班'}
                    </Button>
                  ) : elder.walkedAt ? (
                    <span className="yy-green">{elder.walkedAt.slice(5, 16)} 已看</span>
                  ) : (
                    <span className="yy-second">{elder.walk.length > 0 ? '未看' : '—'}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
