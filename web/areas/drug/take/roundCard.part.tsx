// One elder in a round: what is taken now, what is left of it, how far it is, and the one thing to do next.
import { Button } from 'antd'
import { Check, CircleCheck, ScanLine, UserRoundCheck } from 'lucide-react'
import { memo } from 'react'
import type { DrugRoundData } from '#contract/drug/roundAnswer'
import { drugTake } from '#contract/drug/take'
import { TAKE_NEEDS } from '#contract/drug/takeMoves'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { DrugRoute, DrugTakeState } from '#contract/drug/useWords'
import { ResidentSex } from '#contract/live/resident'
import { DrugMarks, DrugPicture } from '#web/areas/drug/drugFace.part'
import { AttentionNotes, ResidentPhoto } from '#web/areas/live/public'
import { NoteTag, StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { patchTakes } from './roundLive.ts'
import { type Card, type CardTake, clockIn, FACE_WORDS, leftWords, ownCheck } from './roundView.ts'

export type CardAct = 'check' | 'refuse' | 'late' | 'along' | 'vomit' | 'handle'

export interface CardProps {
  card: Card
  round: DrugRoundData
  now: string
  userId: string
  /** Framed, and the one whose button is solid. */
  chosen: boolean
  onChoose(oldmanId: string): void
  onAct(act: CardAct, card: Card): void
}

/** 碾碎, 鼻饲: how it is given, where that is not by mouth as it is. */
const howWords = (takes: readonly CardTake[]) => [
  ...new Set(
    takes.flatMap(({ take }) => [
      ...(take.giveHow ? [take.giveHow] : []),
      ...(take.route !== DrugRoute.is.mouth ? [DrugRoute.label(take.route)] : []),
    ]),
  ),
]

function DrugRow({ one, round, now }: { one: CardTake; round: DrugRoundData; now: string }) {
  const { take, left } = one
  const words = leftWords(left, take.unit, round, now.slice(0, 10))
  return (
    <li className="yy-round-drug yy-row yy-gap-10">
      <DrugPicture picture={take.picture} name={take.drugName} />
      <span className="yy-grow yy-stack">
        <span className="yy-row yy-gap-6 yy-wrap">
          <b>{take.drugName}</b>
          <span className="yy-second">{take.spec}</span>
          {take.highAlert && (
            <NoteTag family="red" title={`高警示：${take.highAlert}`}>
              高警示
            </NoteTag>
          )}
          <DrugMarks row={{ ...take, highAlert: null }} />
          {take.needed && <NoteTag family="amber">必要时</NoteTag>}
          {take.late && <NoteTag family="teal">补记</NoteTag>}
        </span>
        <span className="yy-row yy-gap-8 yy-small">
          <span
            className={
              words.tone === 'red' ? 'yy-red yy-strong' : words.tone === 'amber' ? 'yy-amber yy-strong' : 'yy-second'
            }
          >
            {words.text}
          </span>
          {words.expiry && <span className="yy-round-soon yy-strong">{words.expiry}</span>}
          {left && left.expired > 0 && <span className="yy-red">另有过期，已锁</span>}
        </span>
      </span>
      <b className="yy-text-16 yy-one-line" title={take.doseWeight ?? undefined}>
        {take.doseText}
      </b>
    </li>
  )
}

/** 摆 周岚 17:32 → 核 陆小燕 17:40 → 服 */
function Steps({ take }: { take: DrugTakeData | undefined }) {
  const given = take && (take.state === DrugTakeState.is.GIVEN || take.state === DrugTakeState.is.VOMITED)
  const steps = [
    { word: '摆', name: take?.setOutName, at: take?.setOutAt },
    { word: '核', name: take?.checkedName, at: take?.checkedAt },
    given ? { word: '服', name: take.doneName, at: take.doneAt } : { word: '服', name: null, at: null },
  ]
  return (
    <div className="yy-round-steps yy-row yy-gap-12 yy-small">
      {steps.map(({ word, name, at }) => (
        <span key={word} className={name ? 'yy-inline yy-gap-4 yy-good' : 'yy-inline yy-gap-4 yy-second'}>
          {name ? <Check size={14} aria-hidden /> : <i className="yy-round-open" aria-hidden />}
          {word} {name ? `${name} ${clockIn(at ?? null)}` : '—'}
        </span>
      ))}
    </div>
  )
}

function CardFoot({ card, round, now, userId, chosen, onAct }: Omit<CardProps, 'onChoose'>) {
  const may = useMay()
  const { group, groupState, elder } = card
  const ids = group.map((one) => one.takeId)
  const told = { onDone: ({ takes }: { takes: DrugTakeData[] }) => patchTakes(takes) }
  const setOut = useAct(drugTake.calls.setOut, told)
  const give = useAct(drugTake.calls.add, told)
  const undo = useAct(drugTake.calls.undo, told)
  const retry = useAct(drugTake.calls.retry, told)
  const putBack = useAct(drugTake.calls.putBack, told)
  const solid = chosen ? { type: 'primary' as const } : {}
  const short = card.takes.filter((one) => one.short)
  const undoable = group.filter((one) => one.undoBy === userId && one.undoUntil !== null && one.undoUntil > now)
  const takeBack = undoable.length > 0 && (
    <Button
      type="link"
      className="yy-push"
      loading={undo.running}
      onClick={() => void undo.run({ takeIds: undoable.map((one) => one.takeId) })}
    >
      撤销（10 分钟内）
    </Button>
  )
  const failed = [setOut, give, undo, retry, putBack].find((one) => one.error)?.error
  const first = group[0]
  return (
    <footer className="yy-stack yy-gap-6 yy-push-down">
      <Steps take={first ?? card.takes[0]?.take} />
      {short.length > 0 && (
        <span className="yy-small yy-red">
          {short.map(({ take }) => take.drugName).join('、')}不够这一次，请通知家属送药
        </span>
      )}
      <div className="yy-row yy-gap-8 yy-wrap yy-round-acts">
        {groupState === 'WAITING' && may(TAKE_NEEDS.set) && (
          <Button
            {...solid}
            className="yy-grow"
            loading={setOut.running}
            onClick={async () => {
              const done = await setOut.run({ takeIds: ids })
              if (done) toast.success(`${elder.oldmanName} 已摆 ${ids.length} 种，请另一位护士核对`)
            }}
          >
            {short.length > 0 ? '先摆有的' : '摆好了'}
          </Button>
        )}
        {groupState === 'SET_OUT' &&
          (may(TAKE_NEEDS.set) ? (
            ownCheck(group, userId, round.aloneNow) ? (
              <>
                <span className="yy-small yy-amber yy-inline yy-gap-4 yy-grow">
                  <UserRoundCheck size={15} aria-hidden />
                  {ownCheck(group, userId, round.aloneNow)}
                </span>
                <Button loading={putBack.running} onClick={() => void putBack.run({ takeIds: ids })}>
                  收回
                </Button>
              </>
            ) : (
              <>
                <span className="yy-small yy-amber yy-grow">由 {first?.setOutName} 摆药，扫床头码核对</span>
                <Button {...solid} icon={<ScanLine size={15} aria-hidden />} onClick={() => onAct('check', card)}>
                  我来核对
                </Button>
              </>
            )
          ) : (
            <span className="yy-small yy-second">等护士核对</span>
          ))}
        {groupState === 'CHECKED' && may(TAKE_NEEDS.give) && (
          <>
            <Button
              {...solid}
              className="yy-grow"
              icon={<Check size={16} aria-hidden />}
              loading={give.running}
              onClick={() => void give.run({ takeIds: ids, result: 'given' })}
            >
              已服
            </Button>
            <Button onClick={() => onAct('refuse', card)}>拒服…</Button>
            <Button onClick={() => onAct('along', card)}>带药外出</Button>
            {takeBack}
          </>
        )}
        {groupState === 'GIVEN' && (
          <>
            <span className="yy-small yy-second yy-inline yy-gap-4">
              <CircleCheck size={15} aria-hidden />
              {first?.late ? `补记：${first.reason}` : '服药到口，已看吞咽'}
            </span>
            {takeBack ||
              (may(TAKE_NEEDS.give) && (
                <Button type="link" className="yy-push" onClick={() => onAct('vomit', card)}>
                  呕吐…
                </Button>
              ))}
          </>
        )}
        {(groupState === 'REFUSED' || groupState === 'VOMITED') && (
          <>
            <span className="yy-small yy-round-soon yy-grow">
              {DrugTakeState.label(groupState)} {clockIn(first!.recordedAt)}：{first!.reason}
              {groupState === 'REFUSED' && (first!.opened ? '。已拆封' : '。未拆封，已退回')}
              {first!.handledAt && `　已处理：${first!.handling}`}
            </span>
            {takeBack}
            {groupState === 'REFUSED' && !first!.handledAt && first!.lateUntil > now && may(TAKE_NEEDS.give) && (
              <Button loading={retry.running} onClick={() => void retry.run({ takeIds: ids })}>
                再试
              </Button>
            )}
            {!first!.handledAt && may(TAKE_NEEDS.handle) && (
              <Button onClick={() => onAct('handle', card)}>处理…</Button>
            )}
          </>
        )}
        {groupState === 'MISSED' && (
          <>
            <span className="yy-small yy-red yy-grow">
              {first!.lateUntil > now ? `时限已过，${clockIn(first!.lateUntil)} 前可补` : '已过补服时间，不再补服'}
              {first!.drawn && '；药已摆出，请收回'}
              {first!.handledAt && `　已处理：${first!.handling}`}
            </span>
            {first!.drawn && may(TAKE_NEEDS.set) && (
              <Button
                loading={putBack.running}
                onClick={() => void putBack.run({ takeIds: group.flatMap((one) => (one.drawn ? one.takeId : [])) })}
              >
                收回
              </Button>
            )}
            {!first!.handledAt && may(TAKE_NEEDS.late) && <Button onClick={() => onAct('late', card)}>补记…</Button>}
            {!first!.handledAt && may(TAKE_NEEDS.handle) && (
              <Button onClick={() => onAct('handle', card)}>处理…</Button>
            )}
          </>
        )}
        {groupState === 'ALONG' && (
          <>
            <span className="yy-small yy-grow yy-round-away">{first!.remark}，回来核余量</span>
            {may(TAKE_NEEDS.set) && <Button onClick={() => onAct('along', card)}>带回核对</Button>}
          </>
        )}
        {groupState === null && (
          <span className="yy-small yy-second yy-grow">
            {elder.away
              ? `${clockIn(elder.away.since)} 离院，预计 ${elder.away.until?.slice(5, 16) ?? '—'} 返回`
              : card.takes.map(({ take, short: no }) => (no ? '' : DrugTakeState.label(take.state))).find(Boolean)}
          </span>
        )}
        {groupState === null && elder.away && may(TAKE_NEEDS.set) && (
          <Button onClick={() => onAct('along', card)}>带药外出</Button>
        )}
      </div>
      {failed && (
        <span className="yy-small yy-red" role="alert">
          {failed.message}
        </span>
      )}
    </footer>
  )
}

export const RoundCard = memo(function RoundCard(props: CardProps) {
  const { card, round, now, chosen, onChoose } = props
  const { elder } = card
  const [word, family] = FACE_WORDS[card.face]
  // Out, in hospital, paused: which of them.
  const label = card.face === 'away' ? DrugTakeState.label(card.takes[0]!.take.state) : word
  const how = howWords(card.takes)
  return (
    <article
      className={`yy-take-card yy-white yy-stack is-${card.face}${chosen ? ' is-chosen' : ''}`}
      aria-label={`${elder.oldmanName} ${card.bed} ${label}`}
      data-elder={elder.oldmanId}
      onClickCapture={() => onChoose(elder.oldmanId)}
    >
      <header className="yy-row yy-gap-10 yy-round-head">
        <ResidentPhoto row={elder} width={40} height={40} />
        <span className="yy-stack yy-grow yy-narrow">
          <span className="yy-row yy-gap-6">
            <b className="yy-text-15">{elder.oldmanName}</b>
            <span className="yy-second">
              {ResidentSex.label(elder.sex)} {elder.age}
            </span>
            {elder.attention.length > 0 && <AttentionNotes notes={elder.attention.slice(0, 2)} short />}
          </span>
          <span className="yy-row yy-gap-8 yy-wrap">
            <b>{card.bed}</b>
            {elder.allergies.length > 0 && (
              <b className="yy-red">{elder.allergies.map((one) => `${one}过敏`).join('、')}</b>
            )}
            {how.length > 0 && <span className="yy-amber">{how.join('，')}</span>}
          </span>
        </span>
        <StatusTag family={family}>{label}</StatusTag>
      </header>
      <ul className="yy-plain-list yy-grow yy-round-drugs">
        {card.takes.map((one) => (
          <DrugRow key={one.take.takeId} one={one} round={round} now={now} />
        ))}
      </ul>
      <CardFoot {...props} />
    </article>
  )
})
