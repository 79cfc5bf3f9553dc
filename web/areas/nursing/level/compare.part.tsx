// Two levels side by side: what each of them has, how often, and where they differ.
import { Checkbox } from 'antd'
import { useState } from 'react'
import { type LevelData, level } from '#contract/nursing/level'
import { minutesPerDay } from '#contract/nursing/levelChange'
import { careProject } from '#contract/nursing/project'
import { lookupOf } from '#web/kit/fields/lookup'
import { moneyText } from '#web/kit/fields/money'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { type Compared, comparedOf, differs } from './compare.ts'
import { useHouseShifts } from './houseShifts.ts'
import './level.css'

const ALL = { page: 1, size: 999 }
const levelField = lookupOf('nursingLevel')

interface SideProps {
  words: string | null
  marked: boolean
}

const Side = ({ words, marked }: SideProps) => (
  <td className={marked ? 'yy-care-differs' : undefined}>{words ?? <span className="yy-none">不包含</span>}</td>
)

function Table({ ids, levels }: { ids: readonly [string, string]; levels: readonly LevelData[] }) {
  const a = useLoaded(level.calls.projects, { levelId: ids[0] }, { what: '护理等级的项目', lines: 6 })
  const b = useLoaded(level.calls.projects, { levelId: ids[1] }, { what: '护理等级的项目', lines: 6 })
  const catalogue = useLoaded(careProject.calls.list, ALL, { what: '护理项目', lines: 6 })
  const shifts = useHouseShifts()
  const [only, setOnly] = useState(true)
  if (!a.data) return a.state
  if (!b.data) return b.state
  if (!catalogue.data) return catalogue.state
  const all = comparedOf(catalogue.data.list, a.data.projects, b.data.projects)
  const rows = only ? all.filter(differs) : all
  const count = all.filter(differs).length
  const both = [a.data, b.data] as const
  const price = (levelId: string) => levels.find((one) => one.levelId === levelId)?.priceFen ?? null
  const minutes = both.map((one) => minutesPerDay(one.projects, shifts))
  return (
    <>
      <div className="yy-row yy-between yy-below-12">
        <span>
          {all.length} 个项目，<b>{count}</b> 个不同
        </span>
        <Checkbox checked={only} onChange={(event) => setOnly(event.target.checked)}>
          只看不同
        </Checkbox>
      </div>
      <table className="yy-plain-table yy-lined yy-care-compare" aria-label="两个等级的项目">
        <thead>
          <tr>
            <th>护理项目</th>
            {both.map((one, i) => (
              <th key={i}>{one.levelName}</th>
            ))}
            <th>比较</th>
          </tr>
        </thead>
        <tbody>
          <tr className="yy-tint">
            <td>每位老人每天固定护理</td>
            <td>{minutes[0]} 分钟</td>
            <td>{minutes[1]} 分钟</td>
            <td>{minutes[0] === minutes[1] ? '' : `差 ${Math.abs(minutes[0]! - minutes[1]!)} 分钟`}</td>
          </tr>
          {ids.every((one) => price(one) !== null) && (
            <tr className="yy-tint">
              <td>每月价格（元）</td>
              <td>{moneyText(price(ids[0])!)}</td>
              <td>{moneyText(price(ids[1])!)}</td>
              <td />
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.projectId}>
              <td>
                {row.projectName}
                <small className="yy-second yy-beside-6">{row.categoryName}</small>
              </td>
              <Side words={row.words[0]} marked={differs(row)} />
              <Side words={row.words[1]} marked={differs(row)} />
              <td>{differs(row) && <Mark row={row} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <Empty title="两个等级的项目和频次完全一样" />}
    </>
  )
}

function Mark({ row: { words } }: { row: Compared }) {
  if (words[0] === null) return <StatusTag family="teal">只有右边</StatusTag>
  if (words[1] === null) return <StatusTag family="purple">只有左边</StatusTag>
  return <StatusTag family="amber">频次不同</StatusTag>
}

interface CompareProps {
  open: boolean
  levels: readonly LevelData[]
  /** The one that was asked for first. */
  first: string | null
  onClose(): void
}

export function LevelCompare({ open, levels, first, onClose }: CompareProps) {
  const [chosen, setChosen] = useState<readonly [string | null, string | null]>([null, null])
  const one = chosen[0] ?? first ?? levels[0]?.levelId ?? null
  const other = chosen[1] ?? levels.find((row) => row.levelId !== one)?.levelId ?? null
  const choose = (at: 0 | 1, value: unknown) => setChosen(at === 0 ? [value as string, other] : [one, value as string])
  return (
    <SideDrawer
      open={open}
      title="对比两个护理等级"
      width={960}
      asks={false}
      onClose={onClose}
      onClosed={() => setChosen([null, null])}
    >
      <div className="yy-grid yy-two yy-gap-16 yy-below-16">
        {([one, other] as const).map((value, at) => (
          <div key={at}>
            {levelField.input({
              value,
              onChange: (next) => choose(at as 0 | 1, next),
              'aria-label': at === 0 ? '左边的等级' : '右边的等级',
            })}
          </div>
        ))}
      </div>
      {one && other && one !== other ? (
        <Table ids={[one, other]} levels={levels} />
      ) : (
        <Empty title="请选择两个不同的护理等级" />
      )}
    </SideDrawer>
  )
}
