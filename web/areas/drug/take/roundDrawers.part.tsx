// What a card asks for before it acts: the check at the bed, why something was refused, when it was given late, what was done
// about it, and what goes along on an outing.
import { Button, Checkbox, Input, Radio } from 'antd'
import { useState } from 'react'
import { drugTake } from '#contract/drug/take'
import type { DrugTakeData } from '#contract/drug/takeRows'
import { DrugRoute, DrugTakeState, DrugTiming } from '#contract/drug/useWords'
import { ResidentPhoto } from '#web/areas/live/public'
import { datetime } from '#web/kit/fields/date'
import { lookupOf } from '#web/kit/fields/lookup'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { AlongBody } from './along.part.tsx'
import type { CardAct } from './roundCard.part.tsx'
import { patchTakes } from './roundLive.ts'
import { type Card, clockIn } from './roundView.ts'

const colleague = lookupOf('staff')
const told = { onDone: ({ takes }: { takes: DrugTakeData[] }) => patchTakes(takes) }

const idsOf = (takes: readonly DrugTakeData[]) => takes.map((one) => one.takeId)

/** Drug, dose, time and route of each, to be compared with the box. */
function TakeLines({ takes }: { takes: readonly DrugTakeData[] }) {
  return (
    <ul className="yy-plain-list yy-stack yy-gap-6">
      {takes.map((one) => (
        <li key={one.takeId} className="yy-round-line yy-row yy-gap-8 yy-edge yy-round-card yy-pad-8-12">
          <span className="yy-grow yy-stack">
            <span>
              <b>{one.drugName}</b> <span className="yy-second">{one.spec}</span>
            </span>
            <span className="yy-small yy-second">
              {clockIn(one.planTime)}　{DrugRoute.label(one.route)}
              {one.timing ? `　${DrugTiming.label(one.timing)}` : ''}
              {one.giveHow ? `　${one.giveHow}` : ''}
              {one.lookAlike ? `　易与${one.lookAlike}混淆` : ''}
            </span>
          </span>
          {one.highAlert && <b className="yy-red yy-one-line">高警示</b>}
          <b className="yy-text-16 yy-one-line">
            {one.doseText} {one.doseWeight && <span className="yy-second yy-small">{one.doseWeight}</span>}
          </b>
        </li>
      ))}
    </ul>
  )
}

interface BodyProps {
  card: Card
  /** The next one waits, or the drawer closes. */
  onDone(): void
}

const FIVE = ['人', '药', '剂量', '时间', '途径'] as const

/** Five marks and the code of the bed or the wrist band: then it passes. */
function CheckBody({ card, onDone }: BodyProps) {
  const takes = card.takes.flatMap(({ take }) => (take.state === DrugTakeState.is.SET_OUT ? take : []))
  const [scanned, setScanned] = useState('')
  const [marked, setMarked] = useState<readonly string[]>([])
  const check = useAct(drugTake.calls.check, told)
  const ready = scanned.trim() !== '' && marked.length === FIVE.length && takes.length > 0
  const pass = async () => {
    const done = await check.run({ takeIds: idsOf(takes), scanned: scanned.trim(), allRight: true })
    if (!done) return
    toast.success(`${card.elder.oldmanName} 核对通过`)
    onDone()
  }
  return (
    <div className="yy-stack yy-gap-12">
      <div className="yy-row yy-gap-12">
        <ResidentPhoto row={card.elder} width={72} height={92} />
        <span className="yy-stack yy-gap-4">
          <b className="yy-text-18">{card.elder.oldmanName}</b>
          <span className="yy-text-16">{card.bed}</span>
          {card.elder.allergies.length > 0 && <b className="yy-red">{card.elder.allergies.join('、')}过敏</b>}
        </span>
      </div>
      <TakeLines takes={takes} />
      <div className="yy-stack yy-gap-4">
        <span>
          <span className="yy-red">*</span> 扫床头码或腕带
        </span>
        <Input
          data-first
          value={scanned}
          maxLength={100}
          aria-label="床头码或腕带"
          placeholder="把光标放在这里，扫老人的床头码或腕带"
          onChange={(event) => setScanned(event.target.value)}
          onPressEnter={() => ready && void pass()}
        />
      </div>
      <fieldset className="yy-no-border yy-no-margin yy-no-padding">
        <legend>对着药盒逐项核对</legend>
        <Checkbox.Group
          options={FIVE.map((one) => ({ value: one, label: one }))}
          value={[...marked]}
          onChange={(values) => setMarked(values as string[])}
        />
      </fieldset>
      {check.error && (
        <span className="yy-red" role="alert">
          {check.error.message}
        </span>
      )}
      <div className="yy-row yy-gap-8">
        <Button type="primary" disabled={!ready} loading={check.running} onClick={() => void pass()}>
          五项相符，放行
        </Button>
        <span className="yy-second yy-small">有一项不符就不要放行，收回重摆。</span>
      </div>
    </div>
  )
}

const REASONS = ['说胃不舒服', '说药苦', '睡着了，稍后', '情绪激动', '认为不用吃']

function ReasonField({
  title,
  given,
  value,
  onChange,
}: {
  title: string
  given: readonly string[]
  value: string
  onChange(value: string): void
}) {
  return (
    <div className="yy-stack yy-gap-6">
      <span>
        <span className="yy-red">*</span> {title}
      </span>
      <div className="yy-flex yy-wrap yy-gap-6">
        {given.map((one) => (
          <Button
            key={one}
            size="small"
            aria-pressed={value === one}
            {...(value === one && { type: 'primary' as const, ghost: true })}
            onClick={() => onChange(one)}
          >
            {one}
          </Button>
        ))}
      </div>
      <Input
        value={value}
        maxLength={100}
        aria-label={title}
        placeholder="写明原因"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function RefuseBody({ card, onDone }: BodyProps) {
  const [reason, setReason] = useState('')
  const [opened, setOpened] = useState<boolean | null>(null)
  const add = useAct(drugTake.calls.add, told)
  return (
    <div className="yy-stack yy-gap-12">
      <TakeLines takes={card.group} />
      <ReasonField title="拒服原因" given={REASONS} value={reason} onChange={setReason} />
      <div className="yy-stack yy-gap-6">
        <span>
          <span className="yy-red">*</span> 药拆封了吗
        </span>
        <Radio.Group value={opened} onChange={(event) => setOpened(event.target.value as boolean)}>
          <Radio value={false}>未拆封，退回药盒</Radio>
          <Radio value={true}>已拆封，不能退回</Radio>
        </Radio.Group>
      </div>
      <span className="yy-second">15–30 分钟后可以再试，最多两次；仍拒服请告诉护士长。</span>
      {add.error && (
        <span className="yy-red" role="alert">
          {add.error.message}
        </span>
      )}
      <Button
        type="primary"
        disabled={reason.trim() === '' || opened === null}
        loading={add.running}
        onClick={async () => {
          if (await add.run({ takeIds: idsOf(card.group), result: 'refused', reason: reason.trim(), opened })) onDone()
        }}
      >
        记为拒服
      </Button>
    </div>
  )
}

function VomitBody({ card, onDone }: BodyProps) {
  const [reason, setReason] = useState('')
  const [seen, setSeen] = useState(false)
  const add = useAct(drugTake.calls.add, told)
  return (
    <div className="yy-stack yy-gap-12">
      <TakeLines takes={card.group} />
      <ReasonField
        title="呕吐的情况"
        given={['服后 15 分钟内', '服后半小时', '进食后']}
        value={reason}
        onChange={setReason}
      />
      <Checkbox checked={seen} onChange={(event) => setSeen(event.target.checked)}>
        看到药片
      </Checkbox>
      <span className="yy-red">服后 15 分钟内呕吐或看到药片，请问医生要不要补，不要自行补服。</span>
      {add.error && (
        <span className="yy-red" role="alert">
          {add.error.message}
        </span>
      )}
      <Button
        type="primary"
        disabled={reason.trim() === ''}
        loading={add.running}
        onClick={async () => {
          if (await add.run({ takeIds: idsOf(card.group), result: 'vomited', reason: reason.trim(), seen })) onDone()
        }}
      >
        记为呕吐
      </Button>
    </div>
  )
}

function LateBody({ card, onDone }: BodyProps) {
  const { group } = card
  const [doneAt, setDoneAt] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [setOutBy, setSetOutBy] = useState<string | null>(null)
  const [checkedBy, setCheckedBy] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const late = useAct(drugTake.calls.late, told)
  const first = group[0]!
  const high = group.find((one) => one.highAlert !== null)
  return (
    <div className="yy-stack yy-gap-12">
      <TakeLines takes={group} />
      <span className="yy-second">
        计划 {first.planTime.slice(5, 16)}，最晚补到 {first.lateUntil.slice(5, 16)}。不要一次服两次的量。
      </span>
      <div className="yy-stack yy-gap-4">
        <span>
          <span className="yy-red">*</span> 实际服药时间
        </span>
        {datetime.input({ value: doneAt, onChange: setDoneAt, 'aria-label': '实际服药时间' })}
      </div>
      <ReasonField
        title="补记原因"
        given={['按时已服，忘记录', '处理告警耽搁', '老人刚返回']}
        value={reason}
        onChange={setReason}
      />
      {!first.setOutBy && (
        <div className="yy-stack yy-gap-4">
          <span>摆药人（不填就是本人）</span>
          {colleague.input({
            value: setOutBy,
            onChange: setSetOutBy,
            'aria-label': '摆药人',
            placeholder: '姓名或拼音首字母',
          })}
        </div>
      )}
      {!first.checkedBy && (
        <div className="yy-stack yy-gap-4">
          <span>
            <span className="yy-red">*</span> 核对人（不能是摆药人）
          </span>
          {colleague.input({
            value: checkedBy,
            onChange: setCheckedBy,
            'aria-label': '核对人',
            placeholder: '姓名或拼音首字母',
          })}
        </div>
      )}
      {high && (
        <div className="yy-stack yy-gap-4">
          <span>{high.drugName}是高警示药品，过时服用要先请示医生</span>
          <Input
            value={asked}
            maxLength={50}
            aria-label="请示的医生"
            placeholder="请示的医生"
            onChange={(event) => setAsked(event.target.value)}
          />
        </div>
      )}
      {late.error && (
        <span className="yy-red" role="alert">
          {late.error.message}
        </span>
      )}
      <Button
        type="primary"
        disabled={doneAt === null || reason.trim() === '' || (!first.checkedBy && checkedBy === null)}
        loading={late.running}
        onClick={async () => {
          const done = await late.run({
            takeIds: idsOf(group),
            doneAt: doneAt!,
            reason: reason.trim(),
            ...(setOutBy && { setOutBy }),
            ...(checkedBy && { checkedBy }),
            ...(asked.trim() && { asked: asked.trim() }),
          })
          if (done) onDone()
        }}
      >
        提交补记
      </Button>
      <span className="yy-small yy-second">计划、服药、记录三个时间分别保存，月单标“补”。</span>
    </div>
  )
}

function HandleBody({ card, onDone }: BodyProps) {
  const [handling, setHandling] = useState('')
  const [toldDoctor, setDoctor] = useState(false)
  const [toldFamily, setFamily] = useState(false)
  const handle = useAct(drugTake.calls.handle, told)
  return (
    <div className="yy-stack yy-gap-12">
      <TakeLines takes={card.group} />
      <ReasonField
        title="怎么处理的"
        given={['按下一次服药，继续观察', '已问医生，不补服', '已问医生，改时间']}
        value={handling}
        onChange={setHandling}
      />
      <Checkbox checked={toldDoctor} onChange={(event) => setDoctor(event.target.checked)}>
        已告知医生
      </Checkbox>
      <Checkbox checked={toldFamily} onChange={(event) => setFamily(event.target.checked)}>
        已告知家属
      </Checkbox>
      <span className="yy-second">高警示药品，或同一种药连续 3 次拒服，医生和家属都要告知。</span>
      {handle.error && (
        <span className="yy-red" role="alert">
          {handle.error.message}
        </span>
      )}
      <Button
        type="primary"
        disabled={handling.trim() === ''}
        loading={handle.running}
        onClick={async () => {
          if (await handle.run({ takeIds: idsOf(card.group), handling: handling.trim(), toldDoctor, toldFamily }))
            onDone()
        }}
      >
        保存处理
      </Button>
    </div>
  )
}

const TITLES: Readonly<Record<CardAct, string>> = {
  check: '核对药品',
  refuse: '拒服',
  vomit: '呕吐',
  late: '补记服药',
  handle: '处理拒服、漏服',
  along: '外出带药',
}
const BODIES = {
  check: CheckBody,
  refuse: RefuseBody,
  vomit: VomitBody,
  late: LateBody,
  handle: HandleBody,
  along: AlongBody,
}

export interface RoundRequest {
  act: CardAct
  card: Card
  /** Elders whose check comes after this one. */
  queue?: readonly Card[]
}

export function RoundDrawer({
  request,
  onClose,
  onNext,
}: {
  request: RoundRequest | null
  onClose(): void
  onNext(next: RoundRequest): void
}) {
  const Body = request ? BODIES[request.act] : null
  const queue = request?.queue ?? []
  const done = () => (queue.length > 0 ? onNext({ act: 'check', card: queue[0]!, queue: queue.slice(1) }) : onClose())
  return (
    <SideDrawer
      open={request !== null}
      title={request ? TITLES[request.act] : ''}
      about={request && `${request.card.elder.oldmanName} ${request.card.bed}`}
      onClose={onClose}
      foot={
        queue.length > 0 ? (
          <DrawerFoot note={`还有 ${queue.length} 位待核对`}>
            <Button onClick={done}>跳过这位</Button>
          </DrawerFoot>
        ) : undefined
      }
    >
      {Body && request && (
        <Body key={`${request.act} ${request.card.elder.oldmanId}`} card={request.card} onDone={done} />
      )}
    </SideDrawer>
  )
}
