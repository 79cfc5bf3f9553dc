// 区域级别: what the tree of places is made of, from the outside in.
import { Button } from 'antd'
import { ArrowDownUp, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LevelData, LocationType, type LocationTypeValue, location } from '#contract/platform/location'
import { openPage } from '#web/kit/open'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { LevelForm } from './levelForm.part.tsx'
import { Refused } from './refused.part.tsx'
import './location.css'

const usual: readonly (readonly LocationTypeValue[])[] = [
  ['building', 'floor'],
  ['building', 'unit', 'floor'],
  ['location', 'building', 'floor'],
]
const inWords = (types: readonly LocationTypeValue[]) => types.map((type) => LocationType.label(type)).join(' › ')

/** What the server takes: the complete list, and what the user saw. */
const saving = (rows: readonly LevelData[], seen: readonly LevelData[]) => ({
  orgLocationLevelDoList: rows.map(({ levelId, locationType, locationName }, i) => ({
    levelId,
    locationType,
    locationName,
    level: i + 1,
  })),
  seen: seen.map((row) => row.levelId),
})

async function removeLevel(row: LevelData, all: readonly LevelData[]): Promise<void> {
  await confirmCall(location.calls.saveLevels, {
    input: saving(
      all.filter((one) => one !== row),
      all,
    ),
    title: `删除区域级别“${row.locationName}”？`,
    effects: ['区域树少一级；已经建有区域的级别不能删除', '以后可以重新新增'],
    verb: '删除级别',
    safe: '不删除',
    danger: true,
    done: `已删除级别“${row.locationName}”`,
  })
}

interface RowProps {
  row: LevelData
  all: readonly LevelData[]
  onRename(row: LevelData): void
}

function Row({ row, all, onRename }: RowProps) {
  const may = useMay()
  return (
    <tr>
      <td className="yy-level-no">{row.level}</td>
      <td>
        <b className="yy-strong">{row.locationName}</b>
      </td>
      <td>{LocationType.label(row.locationType)}</td>
      <td className="yy-level-count">
        {row.used > 0 ? (
          <button type="button" className="yy-link" onClick={() => openPage(location.pages.list.path)}>
            {row.used} 个区域
          </button>
        ) : (
          <span className="yy-none">还没有</span>
        )}
      </td>
      <td>
        <span className="yy-inline-flex yy-gap-12">
          {may('qylxpx') && (
            <button type="button" className="yy-link" onClick={() => onRename(row)}>
              改名
            </button>
          )}
          {may('delRegionType') && (
            <button
              type="button"
              className="yy-link yy-link-danger"
              disabled={row.used > 0}
              title={row.used > 0 ? `已建 ${row.used} 个区域，不能删除` : undefined}
              onClick={() => void removeLevel(row, all)}
            >
              删除…
            </button>
          )}
        </span>
      </td>
    </tr>
  )
}

export default function Levels() {
  const may = useMay()
  const levels = useCall(location.calls.levels, {})
  const rows = levels.data?.list
  const [form, setForm] = useState<{ row: LevelData | null } | null>(null)
  const [sorting, setSorting] = useState(false)
  const add = useAct(location.calls.addLevels, { onDone: () => toast.success('区域级别已建立') })
  const save = useAct(location.calls.saveLevels, {
    onDone: () => {
      toast.success('级别顺序已保存')
      setSorting(false)
    },
  })
  const items = useMemo(
    () =>
      rows?.map((row) => ({
        id: row.levelId,
        title: row.locationName,
        note: row.used > 0 ? `${row.used} 个区域，不能移动` : '还没有区域',
      })),
    [rows],
  )
  const mayAdd = may(location.calls.addLevels.needs)
  const free = LocationType.list.filter((type) => !rows?.some((row) => row.locationType === type.value))

  return (
    <>
      <PageCard
        title="区域级别"
        sub="区域树从外到里有几级、每级叫什么；房间放在最末一级"
        extra={
          rows &&
          rows.length > 0 && (
            <span className="yy-inline-flex yy-gap-8">
              {may('qylxpx') && rows.length > 1 && (
                <Button
                  icon={<ArrowDownUp size={15} aria-hidden />}
                  onClick={() => {
                    save.reset()
                    setSorting(true)
                  }}
                >
                  排序
                </Button>
              )}
              {mayAdd && free.length > 0 && (
                <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setForm({ row: null })}>
                  新增级别
                </Button>
              )}
            </span>
          )
        }
      >
        {levels.isPending && <BlockBones lines={4} />}
        {levels.error && !rows && (
          <ErrorBlock what="区域级别" error={levels.error} onRetry={() => void levels.refetch()} />
        )}
        <Refused error={add.error} />
        {rows?.length === 0 && (
          <Empty
            title="还没有区域级别"
            text={mayAdd ? '选一种常见的分法，或自己新增；以后可以增减没有用到的级别。' : '请联系管理员建立区域级别。'}
            acts={
              mayAdd && (
                <>
                  {usual.map((types) => (
                    <Button
                      key={types.join()}
                      disabled={add.running}
                      onClick={() =>
                        void add.run({ orgLocationLevelDoList: types.map((locationType) => ({ locationType })) })
                      }
                    >
                      {inWords(types)}
                    </Button>
                  ))}
                  <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setForm({ row: null })}>
                    新增级别
                  </Button>
                </>
              )
            }
          />
        )}
        {rows && rows.length > 0 && (
          <>
            <table className="yy-level-table yy-plain-table">
              <thead>
                <tr>
                  <th>级次</th>
                  <th>级别名称</th>
                  <th>类型</th>
                  <th>已建区域</th>
                  <th>操作</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Row key={row.levelId} row={row} all={rows} onRename={(one) => setForm({ row: one })} />
                ))}
              </tbody>
            </table>
            <p className="yy-level-example yy-second">
              区域这样填写：{rows.map((row) => row.locationName).join(' › ')} › 房间 › 床位
            </p>
          </>
        )}
      </PageCard>
      <LevelForm form={form} rows={rows ?? []} onClose={() => setForm(null)} />
      <SortDrawer
        open={sorting}
        title="区域级别排序"
        items={items}
        saving={save.running}
        head={
          <>
            <p className="yy-level-note yy-second">从外到里。已经建有区域的级别不能移动。</p>
            <Refused error={save.error} />
          </>
        }
        onSave={(ids) => {
          const order = ids.map((id) => rows!.find((row) => row.levelId === id)!)
          void save.run(saving(order, rows!))
        }}
        onClose={() => setSorting(false)}
      />
    </>
  )
}
