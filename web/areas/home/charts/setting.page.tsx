// Which charts a person sees on the work bench, and in which order.
import { App, Button, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { type ChartKey, charts, START_CHARTS } from '#contract/home/charts'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { SortList } from '#web/kit/parts/SortList'
import { useAct, useCall } from '#web/kit/query'
import { ChartCard } from './chartCard.part.tsx'
import './charts.css'

/** Low, so that as many as possible are seen beside the list. */
const PREVIEW = 170

interface Choice {
  key: string
  title: string
  shown: boolean
}

const same = (a: readonly Choice[], b: readonly Choice[]) =>
  a.length === b.length && a.every((one, i) => one.key === b[i]!.key && one.shown === b[i]!.shown)

/** As delivered: the usual ones shown, the rest below. */
function delivered(all: readonly Choice[]): Choice[] {
  const place = (key: string) => {
    const at = START_CHARTS.indexOf(key as ChartKey)
    return at < 0 ? START_CHARTS.length : at
  }
  return all
    .map((one) => ({ ...one, shown: START_CHARTS.includes(one.key as ChartKey) }))
    .sort((a, b) => place(a.key) - place(b.key))
}

export default function ChartSetting() {
  const { message } = App.useApp()
  const { data, isPending, error, refetch } = useCall(charts.calls.set, {})
  const save = useAct(charts.calls.saveSet)
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  useEffect(() => {
    if (data) setChosen(data.charts)
  }, [data])
  if (error && !data) return <ErrorBlock what="首页设置" error={error} onRetry={() => void refetch()} />
  if (isPending || chosen.length === 0) return <BlockBones lines={8} />
  const shown = chosen.filter((one) => one.shown)
  const items = chosen.map((one) => ({
    id: one.key,
    title: one.title,
    note: (
      <Switch
        checked={one.shown}
        checkedChildren="显示"
        unCheckedChildren="隐藏"
        aria-label={`显示${one.title}`}
        onChange={(on) => setChosen(chosen.map((other) => (other.key === one.key ? { ...other, shown: on } : other)))}
      />
    ),
  }))
  const submit = async () => {
    const request = chosen.map(({ key, shown: on }) => ({ key, shown: on }))
    const done = await save.run({ charts: request, version: data.version })
    if (done !== undefined) message.success('已保存，工作台按新的顺序显示')
    // Saved meanwhile in another window: what stands there now can be changed again.
    else void refetch()
  }
  return (
    <div className="yy-show-set yy-grid yy-start yy-gap-12">
      <PageCard title="图表与顺序" sub={`显示 ${shown.length} 张，共 ${chosen.length} 张`}>
        <SortList
          items={items}
          onOrder={(next) => setChosen(next.map((item) => chosen.find((one) => one.key === item.id)!))}
        />
        <div className="yy-above-16 yy-flex yy-gap-8">
          <Button
            type="primary"
            loading={save.running}
            disabled={same(chosen, data.charts)}
            onClick={() => void submit()}
          >
            保存设置
          </Button>
          <Button onClick={() => setChosen(delivered(chosen))}>恢复默认</Button>
        </div>
      </PageCard>
      <PageCard title="工作台上的样子" sub="只对您自己生效">
        {shown.length === 0 ? (
          <p className="yy-quiet">没有选图表，工作台只显示数字、待办和消息。</p>
        ) : (
          <div className="yy-show-preview yy-grid yy-gap-8">
            {shown.map((one) => (
              <ChartCard key={one.key} chartKey={one.key as ChartKey} height={PREVIEW} />
            ))}
          </div>
        )}
      </PageCard>
    </div>
  )
}
