// One dish of the week: whom it must not reach, by name, and what is done for them; whom it is cooked for; another in its place.
import { Button, Checkbox, Input, Radio, Segmented } from 'antd'
import { Move, Trash2, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { type DishItemDetailData, type DishPersonData, dishPlan } from '#contract/nursing/dishPlan'
import { ConflictAnswer, type ConflictAnswerValue, ConflictKind } from '#contract/nursing/dishPlanWords'
import { dayName } from '#contract/nursing/dishWeek'
import { Allergen, MealTexture, MealTime } from '#contract/nursing/mealWords'
import { bedPathText } from '#web/areas/live/public'
import { AllergenMarks } from '#web/areas/nursing/dish/allergens'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { useLoaded } from '#web/kit/parts/Loaded'
import { Photo } from '#web/kit/parts/PageCard'
import { useAct } from '#web/kit/query'
import { act } from './acts.ts'

const SHOWN = 4

/** 忌海鲜 5　低嘌呤 2 */
function reasonCounts(people: readonly DishPersonData[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { reasons } of people) for (const { word } of reasons) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])
}

const severe = (person: DishPersonData) => person.reasons.some((one) => one.kind === ConflictKind.is.ALLERGY)

function answerWords(person: DishPersonData): string {
  if (!person.answer) return ''
  const done = person.withDish ? `换成${person.withDish}` : ConflictAnswer.label(person.answer)
  return `${done}（${person.answeredName ?? ''}${person.reason ? `，${person.reason}` : ''}）`
}

interface PersonProps {
  person: DishPersonData
  picked: boolean
  mayAnswer: boolean
  onPick(picked: boolean): void
  onTakeBack(): void
}

function Person({ person, picked, mayAnswer, onPick, onTakeBack }: PersonProps) {
  const tone = severe(person) ? 'yy-red yy-strong' : 'yy-dishweek-diet'
  return (
    <li className="yy-dishweek-person yy-row yy-gap-8 yy-under">
      {mayAnswer && person.open && (
        <Checkbox
          checked={picked}
          aria-label={`选${person.oldmanName}`}
          onChange={(event) => onPick(event.target.checked)}
        />
      )}
      <Photo url={person.photo} name={person.oldmanName} width={26} height={26} />
      <span className="yy-grow">
        <b>{person.oldmanName}</b> <span className="yy-second yy-small">{bedPathText(person.bedPath)}</span>
        {person.answer && (
          <span className="yy-block yy-small yy-good">
            {answerWords(person)}
            {mayAnswer && (
              <Button type="link" size="small" aria-label={`撤销对${person.oldmanName}的处理`} onClick={onTakeBack}>
                撤销
              </Button>
            )}
          </span>
        )}
        {person.openWhy && <span className="yy-block yy-small yy-red">{person.openWhy}</span>}
      </span>
      <span className={`${tone} yy-small yy-right`}>{person.reasons.map((one) => one.word).join('、')}</span>
    </li>
  )
}

interface SwapProps {
  detail: DishItemDetailData
  ids: readonly string[]
  onDone(): void
}

/** For the people who are picked: another dish, none, or the same all the same; or another dish for everybody. */
function Decide({ detail, ids, onDone }: SwapProps) {
  const { item, swaps, people } = detail
  const [dishId, setDishId] = useState<string | null>(swaps.find((one) => one.conflicts === 0)?.dishId ?? null)
  const [reason, setReason] = useState('')
  const [asking, setAsking] = useState(false)
  const answer = useAct(dishPlan.calls.answer, { onDone })
  const picked = people.filter((one) => ids.includes(one.oldmanId))
  const decide = (kind: ConflictAnswerValue, more: object = {}) =>
    void answer.run({ itemId: item.itemId, oldmanIds: [...ids], kind, ...more })
  const changeAll = () =>
    dishId && void act(dishPlan.calls.change, { itemId: item.itemId, dishId, version: item.version })
  const may = (move: string) => detail.can.includes(move)
  return (
    <div className="yy-dishweek-decide yy-tint yy-round yy-pad-12 yy-stack yy-gap-8">
      <span className="yy-second">{ids.length > 0 ? `为这 ${ids.length} 位换成` : '请先选老人'}</span>
      {swaps.length === 0 && <span className="yy-second">同类里没有别的菜可换，可以不配这道菜。</span>}
      <Radio.Group
        value={dishId}
        className="yy-stack yy-gap-6"
        aria-label="换成哪道菜"
        onChange={(event) => setDishId(event.target.value as string)}
      >
        {swaps.map((one) => (
          <Radio key={one.dishId} value={one.dishId}>
            {one.dishName}{' '}
            <span className={one.conflicts > 0 ? 'yy-red yy-small' : 'yy-second yy-small'}>
              {[one.conflicts > 0 ? `有 ${one.conflicts} 位也不能吃` : '无冲突', one.note].filter(Boolean).join('，')}
            </span>
          </Radio>
        ))}
      </Radio.Group>
      <span className="yy-grid yy-two yy-gap-8">
        <Button
          type="primary"
          disabled={!dishId || ids.length === 0}
          loading={answer.running}
          onClick={() => decide(ConflictAnswer.is.SWAP, { dishId })}
        >
          只换这 {ids.length} 份
        </Button>
        <Button disabled={!dishId || !(may('edit') || may('adjust'))} onClick={changeAll}>
          整道换掉
        </Button>
      </span>
      <span className="yy-grid yy-two yy-gap-8">
        <Button disabled={ids.length === 0} onClick={() => decide(ConflictAnswer.is.SKIP)}>
          不配这道菜
        </Button>
        <Button
          disabled={picked.length === 0 || picked.some((one) => !one.mayAcknowledge)}
          title={picked.some((one) => !one.mayAcknowledge) ? '过敏的老人不能照常供应，或本院设置不允许' : undefined}
          aria-expanded={asking}
          onClick={() => setAsking(!asking)}
        >
          照常供应…
        </Button>
      </span>
      {asking && (
        <span className="yy-row yy-gap-8">
          <Input
            value={reason}
            maxLength={200}
            placeholder="原因，如：医生同意每周一次"
            aria-label="照常供应的原因"
            onChange={(event) => setReason(event.target.value)}
          />
          <Button disabled={reason.trim() === ''} onClick={() => decide(ConflictAnswer.is.ACK, { reason })}>
            确认
          </Button>
        </span>
      )}
    </div>
  )
}

interface ItemProps {
  itemId: string
  building: string | null
  onClose?: (() => void) | undefined
  onLift(detail: DishItemDetailData): void
}

export function ItemPane({ itemId, building, onClose, onLift }: ItemProps) {
  const input = { itemId, ...(building && { building }) }
  const { data: detail, state } = useLoaded(dishPlan.calls.item, input, {
    what: '这道菜的冲突',
    none: <p className="yy-no-margin yy-second">这道菜已经撤下。</p>,
  })
  const [all, setAll] = useState(false)
  /** Whom the act is not for: at first it is for everybody who waits. */
  const [left, setLeft] = useState<readonly string[]>([])
  const takeBack = useAct(dishPlan.calls.answer)
  if (!detail) return <div className="yy-pad-16">{state}</div>
  const { item, people } = detail
  const open = people.filter((one) => one.open)
  const ids = open.map((one) => one.oldmanId).filter((one) => !left.includes(one))
  const shown = all ? people : people.slice(0, SHOWN)
  const may = (move: string) => detail.can.includes(move)
  const change = may('edit') || may('adjust')
  const save = (part: object) => void act(dishPlan.calls.change, { itemId, version: item.version, ...part })
  return (
    <div className="yy-pad-16 yy-stack yy-gap-12">
      <header className="yy-stack yy-gap-2">
        <span className="yy-row yy-gap-8">
          <h3 className="yy-heading">{item.dishName}</h3>
          <AllergenMarks values={item.allergens} />
          <span className="yy-second yy-push yy-one-line">
            {dayName(item.day)} {MealTime.label(item.meal)}
          </span>
          {onClose && (
            <Button
              type="text"
              size="small"
              icon={<X size={16} aria-hidden />}
              aria-label={`收起${item.dishName}`}
              onClick={onClose}
            />
          )}
        </span>
        <span className="yy-soft-ink">
          {item.categoryName}　{item.textures.map((one) => MealTexture.label(one)).join('、')}　{detail.eaters} 人用餐
        </span>
      </header>
      {people.length === 0 ? (
        <p className="yy-no-margin yy-good">与用餐老人的过敏、忌口和治疗饮食没有冲突。</p>
      ) : (
        <>
          <div
            className={open.length > 0 ? 'yy-dishweek-alert yy-round' : 'yy-dishweek-alert yy-round is-done'}
            role="note"
          >
            <b className="yy-row yy-gap-6">
              <TriangleAlert size={15} aria-hidden />
              {open.length > 0 ? `与 ${open.length} 位老人的饮食冲突` : `${people.length} 位老人的冲突都已处理`}
            </b>
            <span className="yy-row yy-wrap yy-gap-8-12 yy-small">
              {reasonCounts(open.length > 0 ? open : people).map(([word, count]) => (
                <span key={word}>
                  {word} <b>{count}</b>
                </span>
              ))}
            </span>
          </div>
          <ul className="yy-plain-list">
            {shown.map((person) => (
              <Person
                key={person.oldmanId}
                person={person}
                picked={!left.includes(person.oldmanId)}
                mayAnswer={may('answer')}
                onPick={(picked) =>
                  setLeft(picked ? left.filter((one) => one !== person.oldmanId) : [...left, person.oldmanId])
                }
                onTakeBack={() => void takeBack.run({ itemId, oldmanIds: [person.oldmanId] })}
              />
            ))}
          </ul>
          {people.length > SHOWN && (
            <button type="button" className="yy-link yy-left" onClick={() => setAll(!all)}>
              {all ? '收起' : `还有 ${people.length - SHOWN} 位 ›`}
            </button>
          )}
          {open.length > 0 && may('answer') && (
            <Decide key={`${itemId} ${open.length}`} detail={detail} ids={ids} onDone={() => setLeft([])} />
          )}
        </>
      )}
      {change && (
        <div className="yy-stack yy-gap-8 yy-over yy-dishweek-change">
          <span className="yy-row yy-gap-8 yy-upper">
            <span className="yy-fixed yy-second">供应</span>
            <Checkbox.Group
              aria-label="供应哪些饮食形态"
              value={[...item.textures]}
              options={item.suits.map((value) => ({ value, label: MealTexture.label(value) }))}
              onChange={(textures) => textures.length > 0 && save({ textures })}
            />
          </span>
          <span className="yy-row yy-gap-8">
            <span className="yy-fixed yy-second">可选</span>
            <Segmented<number>
              aria-label="选择组：同组的菜由老人任选一道"
              value={item.choice ?? 0}
              options={[
                { value: 0, label: '人人都有' },
                ...[1, 2, 3].map((value) => ({ value, label: `选 ${value}` })),
              ]}
              onChange={(choice) => save({ choice })}
            />
          </span>
          {item.choice !== null && (
            <span className="yy-second yy-small">
              同一餐里“选 {item.choice}”的菜由老人任选一道；没有选的，按次序给不冲突的第一道
            </span>
          )}
          <span className="yy-row yy-wrap yy-gap-8">
            <Button icon={<Move size={15} aria-hidden />} onClick={() => onLift(detail)}>
              移动或复制
            </Button>
            <Button
              icon={<Trash2 size={15} aria-hidden />}
              onClick={() =>
                void confirmCall(dishPlan.calls.removeItem, {
                  input: { itemId },
                  title: `从${dayName(item.day)}${MealTime.label(item.meal)}撤下“${item.dishName}”？`,
                  effects: people.some((one) => one.answer)
                    ? ['为老人换的菜也一起撤下', '要恢复请重新加菜']
                    : ['要恢复请重新加菜'],
                  verb: '撤下',
                  safe: '不撤下',
                  done: `已撤下“${item.dishName}”`,
                })
              }
            >
              撤下
            </Button>
          </span>
        </div>
      )}
      {item.allergens.length > 0 && (
        <span className="yy-second yy-small">含{item.allergens.map((one) => Allergen.label(one)).join('、')}</span>
      )}
    </div>
  )
}
