// One line: kept on the server and when, or what keeps it from being kept. And what somebody else did to the same sheet.
import { Button } from 'antd'
import { CloudAlert, CloudCheck, LoaderCircle } from 'lucide-react'
import type { Kind } from '#contract/nursing/assess/kind'
import { timeText } from './days.ts'
import { placesOf } from './formView.ts'
import type { Clash, SaveState } from './saver.ts'
import { nameOfOpen } from './steps.ts'
import type { FillHandle } from './useFill.ts'

export function SaveLine({ save }: { save: SaveState }) {
  if (save.is === 'saving') {
    return (
      <span className="yy-inline yy-gap-6 yy-second" role="status">
        <LoaderCircle size={16} aria-hidden /> 正在保存…
      </span>
    )
  }
  if (save.is === 'saved') {
    return (
      <span className="yy-inline yy-gap-6 yy-good" role="status">
        <CloudCheck size={16} aria-hidden /> 草稿已保存{save.at ? ` ${timeText(save.at)}` : ''}
        <span className="yy-assess-elsewhere">，换设备可继续</span>
      </span>
    )
  }
  return (
    <span className="yy-inline yy-gap-6 yy-red">
      <CloudAlert size={16} aria-hidden /> {save.count} 项没有保存
    </span>
  )
}

/** What is not on the server, why, and that it is not lost. */
export function UnsavedBar({ save, onAgain }: { save: SaveState; onAgain(): void }) {
  if (save.is === 'saved' || save.is === 'saving') return null
  return (
    <section className="yy-assess-unsaved yy-round-card yy-row yy-gap-12" role="alert">
      <span className="yy-grow">
        <b>{save.count} 项没有保存：</b>
        {save.message}。内容留在这台设备上，{save.is === 'failed' ? '正在重试' : '处理后再试'}，可以接着评。
      </span>
      <Button onClick={onAgain}>现在重试</Button>
    </section>
  )
}

function answerText(kind: Kind, key: string, option: string | null | undefined): string {
  const item = placesOf(kind).find((place) => place.item.key === key)?.item
  const chosen = item?.options.find((one) => one.key === option)
  return chosen ? `${chosen.key} ${chosen.text}（${chosen.score} 分）` : '未评'
}

function inputText(kind: Kind, key: string, value: unknown): string {
  const input = kind.inputs.find((one) => one.key === key)
  const option = input?.options.find((one) => one.value === value)
  return (
    option?.text ??
    (value === null || value === undefined ? '未填' : typeof value === 'object' ? '已填写的内容' : String(value))
  )
}

function ClashRow({ kind, clash, onChoose }: { kind: Kind; clash: Clash; onChoose(mine: boolean): void }) {
  const words = (mine: boolean) => {
    if (clash.of !== 'answer') return inputText(kind, clash.key, mine ? clash.mine : clash.theirs.value)
    const { option, evidence } = mine ? clash.mine : clash.theirs
    return answerText(kind, clash.key, option) + (evidence ? `，依据：${evidence}` : '')
  }
  return (
    <li className="yy-row yy-gap-12 yy-wrap">
      <b>{nameOfOpen(kind, clash.key)}</b>
      <span>
        {clash.theirs.byName ?? '另一位'} {clash.theirs.at ? timeText(clash.theirs.at) : ''}：{words(false)}
      </span>
      <span>您：{words(true)}</span>
      <span className="yy-inline-flex yy-gap-8 yy-push">
        <Button onClick={() => onChoose(false)}>用{clash.theirs.byName ?? '对方'}的</Button>
        <Button type="primary" onClick={() => onChoose(true)}>
          用我的
        </Button>
      </span>
    </li>
  )
}

const SHOWN = 5

export function OthersNotice({ fill }: { fill: FillHandle }) {
  const { kind, clashes, told } = fill
  return (
    <>
      {clashes.length > 0 && (
        <section className="yy-assess-clash yy-told yy-round-card" role="alert">
          <p className="yy-no-margin">
            <b>{clashes[0]!.theirs.byName ?? '另一位评估员'}也在填这一份</b>，下面 {clashes.length}{' '}
            项你们评得不一样。两边的内容都还在，请商量后选一个：
          </p>
          <ul className="yy-plain-list yy-stack yy-gap-8 yy-above-8">
            {clashes.map((clash) => (
              <ClashRow key={clash.key} kind={kind} clash={clash} onChoose={(mine) => fill.settle(clash.key, mine)} />
            ))}
          </ul>
        </section>
      )}
      {told && (
        <section className="yy-assess-told yy-soft yy-round-card yy-row yy-gap-12" role="status">
          <span className="yy-grow">
            <b>{told.byName ?? '另一位评估员'}</b> 也在填这一份{told.at ? `（${timeText(told.at)}）` : ''}，刚填了：
            {told.keys
              .slice(0, SHOWN)
              .map((key) => nameOfOpen(kind, key))
              .join('、')}
            {told.keys.length > SHOWN ? ` 等 ${told.keys.length} 项` : ''}。已放进本页，您的内容没有变。
          </span>
          <Button size="small" onClick={fill.forgetTold}>
            知道了
          </Button>
        </section>
      )}
    </>
  )
}
