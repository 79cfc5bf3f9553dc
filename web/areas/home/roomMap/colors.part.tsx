// Colours and names of the eight statuses. The map behind the drawer follows while they are chosen; nothing is kept
// before 保存.
import { Button, ColorPicker, Input } from 'antd'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { tooPale } from '#contract/home/colors'
import { deliveredColors, legendOrder, type MapConfigData, NAME_MAX, roomMap } from '#contract/home/roomMap'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { type Look, mapColors } from './palette.ts'
import './colors.css'

interface ColorsProps {
  open: boolean
  config: readonly MapConfigData[]
  /** What the map shows meanwhile; null: what is kept. */
  onPreview(looks: readonly Look[] | null): void
  onClose(): void
}

const PRESETS = [
  ...new Set([
    ...Object.values(deliveredColors),
    '#3B82C4',
    '#14708C',
    '#4C8F3D',
    '#B0772B',
    '#C2568A',
    '#7A5B3F',
    '#4B5A6B',
    '#9AA5B1',
  ]),
]

function problemOf(look: Look, all: readonly Look[]): string | null {
  if (look.name.trim() === '') return '请填写名称'
  if (all.some((one) => one.type !== look.type && one.name.trim() === look.name.trim())) return '与另一状态同名'
  return tooPale(look.color) ? '颜色太浅，白底上看不清' : null
}

const twin = (look: Look, all: readonly Look[]) =>
  all.find((one) => one.type !== look.type && one.color.toUpperCase() === look.color.toUpperCase())

/** Each opening starts from what is kept; a change by somebody else meanwhile is told when saving. */
export function ColorsDrawer(props: ColorsProps) {
  const [shown, setShown] = useState({ open: false, round: 0 })
  if (props.open !== shown.open) setShown({ open: props.open, round: shown.round + (props.open ? 1 : 0) })
  return shown.round > 0 ? <Inner key={shown.round} {...props} /> : null
}

function Inner({ open, config, onPreview, onClose }: ColorsProps) {
  const [looks, setLooks] = useState<readonly Look[]>(() =>
    config.map(({ type, name, color }) => ({ type, name, color })),
  )
  const [versions] = useState(() => new Map(config.map((one) => [one.type, one.version])))
  const save = useAct(roomMap.calls.saveConfig, { handles: () => true })
  const reset = useAct(roomMap.calls.resetAll)

  const change = (type: BedStatusValue, part: Partial<Look>) => {
    const next = looks.map((one) => (one.type === type ? { ...one, ...part } : one))
    setLooks(next)
    onPreview(next)
  }
  const close = () => {
    onPreview(null)
    onClose()
  }
  const kept = new Map(config.map((one) => [one.type, one]))
  const changed = looks.filter((one) => {
    const was = kept.get(one.type)
    return was && (was.name !== one.name.trim() || was.color.toUpperCase() !== one.color.toUpperCase())
  })
  const bad = looks.some((one) => problemOf(one, looks) !== null)

  const submit = async () => {
    const items = changed.map((one) => ({
      type: one.type,
      name: one.name.trim(),
      color: one.color.toUpperCase(),
      version: versions.get(one.type) ?? 0,
    }))
    const saved = await save.run({ items })
    if (saved === undefined) return
    toast.success('颜色与名称已保存，同事的房态图会立即更新')
    close()
  }
  const resetAll = async () => {
    const go = await confirmAct({
      title: '恢复全部默认颜色和名称？',
      effects: ['八种状态的颜色和名称都回到出厂样子', '同事的房态图会立即更新'],
      verb: '恢复默认',
      safe: '不恢复',
      run: async () => {
        await reset.run({})
      },
    })
    if (go === null) return
    toast.success('已恢复默认')
    close()
  }

  return (
    <SideDrawer
      open={open}
      title="房态图颜色与名称"
      about="只影响显示，不改变床位状态"
      onClose={close}
      foot={
        <div className="yy-drawer-foot">
          <Button
            icon={<RotateCcw size={15} aria-hidden />}
            disabled={config.every((one) => !one.changed)}
            onClick={() => void resetAll()}
          >
            全部恢复默认
          </Button>
          <span className="yy-drawer-foot-acts">
            <Button onClick={close}>取消</Button>
            <Button
              type="primary"
              disabled={changed.length === 0 || bad}
              loading={save.running}
              onClick={() => void submit()}
            >
              保存
            </Button>
          </span>
        </div>
      }
    >
      {save.error && (
        <div
          className="yy-form-note yy-row yy-gap-12 yy-below-16 yy-pad-8-12 yy-soft yy-round yy-form-note-bad"
          role="alert"
        >
          {save.error.message}
        </div>
      )}
      <div className="yy-grid yy-gap-12" style={mapColors(looks)}>
        {legendOrder.map((type) => {
          const look = looks.find((one) => one.type === type)
          if (!look) return null
          const usual = BedStatus.label(type)
          const problem = problemOf(look, looks)
          const like = problem ? undefined : twin(look, looks)
          const isUsual = look.name === usual && look.color.toUpperCase() === deliveredColors[type]
          return (
            <div key={type} className="yy-colors-row yy-grid yy-center">
              <div
                className={`yy-bed yy-relative yy-stack yy-middle yy-fixed yy-wide yy-ink yy-left yy-hidden yy-press yy-bed-${type}`}
                aria-hidden
              >
                <span className="yy-bed-line yy-row yy-narrow">
                  <i className="yy-fixed yy-second yy-small yy-upright">01</i>
                  <b className="yy-strong yy-ellipsis">{type >= 2 && type <= 4 ? '王秀兰' : look.name || usual}</b>
                </span>
                <span className="yy-bed-second yy-soft-ink yy-small yy-ellipsis">
                  {type >= 2 && type <= 4 ? look.name || usual : '第二行说明'}
                </span>
              </div>
              <div className="yy-row yy-gap-8">
                <ColorPicker
                  value={look.color}
                  disabledAlpha
                  format="hex"
                  presets={[{ label: '常用', colors: PRESETS }]}
                  onChange={(color) => change(type, { color: color.toHexString().toUpperCase() })}
                >
                  <button
                    type="button"
                    className="yy-colors-swatch yy-inline yy-gap-8 yy-fixed yy-white yy-round yy-press"
                    aria-label={`${usual}的颜色 ${look.color}`}
                  >
                    <i style={{ background: look.color }} />
                    {look.color}
                  </button>
                </ColorPicker>
                <Input
                  value={look.name}
                  maxLength={NAME_MAX}
                  showCount
                  aria-label={`${usual}的名称`}
                  {...(problem && { status: 'error' as const })}
                  onChange={(event) => change(type, { name: event.target.value })}
                />
                <Button
                  type="text"
                  disabled={isUsual}
                  onClick={() => change(type, { name: usual, color: deliveredColors[type] })}
                >
                  默认
                </Button>
              </div>
              {problem && (
                <p className="yy-colors-problem yy-no-margin yy-small" role="alert">
                  {problem}
                </p>
              )}
              {like && (
                <p className="yy-colors-note yy-no-margin yy-small">与“{like.name}”颜色相同，图上只能靠文字分辨</p>
              )}
            </div>
          )
        })}
      </div>
    </SideDrawer>
  )
}
