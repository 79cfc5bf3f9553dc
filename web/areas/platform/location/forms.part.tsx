// Forms of places: one below another, several by number, a new name.
import { Button, Form } from 'antd'
import { useEffect } from 'react'
import { int, obj, opt, text } from '#contract/kit/schema'
import { type LocationNode, location } from '#contract/platform/location'
import { nameRange, placeNames } from '#contract/platform/placeNames'
import { placeNouns } from '#web/areas/platform/room/forms'
import { send } from '#web/kit/call'
import { pathText } from '#web/kit/fields/place'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { SchemaForm, type Values } from '#web/kit/form/SchemaForm'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'

export type PlaceRequest =
  | { act: 'add' | 'addMany'; parent: LocationNode | null; levelName: string }
  | { act: 'rename'; node: LocationNode }

interface PlaceFormsProps {
  request: PlaceRequest | null
  onDone(locationId: string | null): void
  onClose(): void
}

export function PlaceForms({ request, onDone, onClose }: PlaceFormsProps) {
  const shown = useShown(request)
  if (!shown) return null
  if (shown.act === 'rename') {
    const { node } = shown
    return (
      <FormDrawer
        key={node.locationId}
        open={request?.act === 'rename'}
        onClose={onClose}
        call={location.calls.update}
        title={`修改${node.levelName || '区域'}名称`}
        about={pathText(node.path)}
        columns={1}
        initial={{ locationName: node.locationName }}
        also={{ locationId: node.locationId, version: node.version }}
        fields={{ locationName: { title: `${node.levelName || '区域'}名称` } }}
        reload={async () => {
          const now = await send(location.calls.detail, { locationId: node.locationId })
          return { values: { locationName: now.locationName }, also: { version: now.version } }
        }}
        touches={placeNouns}
        onDone={() => onDone(null)}
      />
    )
  }
  const { parent, levelName } = shown
  if (shown.act === 'addMany') {
    return (
      <ManyPlaces
        open={request?.act === 'addMany'}
        parent={parent}
        levelName={levelName}
        onDone={onDone}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDrawer
      key={parent?.locationId ?? 'top'}
      open={request?.act === 'add'}
      onClose={onClose}
      call={location.calls.create}
      title={`新增${levelName}`}
      {...(parent && { about: `在 ${pathText(parent.path)} 下` })}
      columns={1}
      also={{ parentId: parent?.locationId ?? null, parentType: parent?.locationType ?? null }}
      fields={{ locationName: { title: `${levelName}名称`, placeholder: '如 松鹤楼、2层、东区' } }}
      touches={placeNouns}
      done={`${levelName}已新增`}
      onDone={(made) => onDone(made.locationId)}
    />
  )
}

const schema = obj({
  prefix: opt(text('前缀', { max: 10, pattern: /^[^>]*$/, hint: '不能含有 > 号' })),
  start: int('起始号', { min: 0, max: 999 }),
  count: int('数量', { min: 1, max: 99 }),
  suffix: opt(text('后缀', { max: 6, pattern: /^[^>]*$/, hint: '不能含有 > 号' })),
})

interface ManyPlacesProps {
  open: boolean
  parent: LocationNode | null
  levelName: string
  onDone(locationId: string | null): void
  onClose(): void
}

/** 1层 to 6层 at once. */
function ManyPlaces({ open, parent, levelName, onDone, onClose }: ManyPlacesProps) {
  const [form] = Form.useForm<Values>()
  const values = (Form.useWatch([], form) ?? {}) as { prefix?: string; start?: number; count?: number; suffix?: string }
  const act = useAct(location.calls.createMany, {
    touches: placeNouns,
    onDone: ({ added }) => {
      toast.success(`已新增 ${added} 个${levelName}`)
      onDone(null)
      onClose()
    },
  })
  const { reset } = act
  useEffect(() => {
    if (!open) return
    reset()
    form.setFieldsValue({ prefix: null, start: 1, count: null, suffix: levelName.endsWith('层') ? '层' : null })
  }, [open, form, reset, levelName])
  const plan = { prefix: values.prefix, suffix: values.suffix, start: values.start, count: values.count ?? 0 }
  const existing = new Set((parent?.children ?? []).map((child) => child.locationName))
  const taken = plan.count > 0 && plan.count <= 99 ? placeNames(plan).filter((name) => existing.has(name)) : []
  return (
    <SideDrawer
      open={open}
      title={`批量新增${levelName}`}
      {...(parent && { about: `在 ${pathText(parent.path)} 下` })}
      onClose={onClose}
      foot={
        <DrawerFoot
          note={
            <span className="yy-naming" aria-live="polite">
              {plan.count > 0 ? `将新增 ${plan.count} 个：${nameRange(plan)}` : '填好数量后，这里预览名称'}
              {taken.length > 0 && <em>已有 {taken.slice(0, 5).join('、')}，请改起始号或名称</em>}
            </span>
          }
        >
          <Button onClick={onClose} disabled={act.running}>
            取消
          </Button>
          <Button type="primary" loading={act.running} onClick={() => form.submit()}>
            新增{levelName}
          </Button>
        </DrawerFoot>
      }
    >
      <SchemaForm
        form={form}
        schema={schema}
        fields={{
          prefix: { placeholder: '可不填' },
          suffix: { placeholder: '如 层' },
          start: {},
          count: { props: { unit: '个' } },
        }}
        onSubmit={() => void act.run({ parentId: parent?.locationId ?? null, names: placeNames(plan) })}
        top={
          act.error && (
            <div className="yy-form-refusal" role="alert">
              {act.error.message}
            </div>
          )
        }
      />
    </SideDrawer>
  )
}
