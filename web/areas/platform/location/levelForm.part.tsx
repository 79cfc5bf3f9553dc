import { Button, Form } from 'antd'
import { useEffect } from 'react'
import { obj, opt } from '#contract/kit/schema'
import { type LevelData, LocationType, type LocationTypeValue, location, placeText } from '#contract/platform/location'
import type { Field } from '#web/kit/fields/field'
import { optionField } from '#web/kit/fields/option'
import { SchemaForm, type Values } from '#web/kit/form/SchemaForm'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const schema = obj({ locationType: LocationType.schema, locationName: opt(placeText('级别名称', 10)) })

interface LevelFormProps {
  /** null: closed; without a row: a new one. */
  form: { row: LevelData | null } | null
  rows: readonly LevelData[]
  onClose(): void
}

/** A select of the types that are still free. */
function freeTypes(rows: readonly LevelData[]): Field<LocationTypeValue> {
  const whole = optionField(LocationType)
  const free = LocationType.list.filter((type) => !rows.some((row) => row.locationType === type.value))
  return rows.length === 0 ? whole : { ...whole, ...optionFieldOf(free) }
}
const optionFieldOf = (list: (typeof LocationType)['list']) =>
  optionField({ ...LocationType, list } as typeof LocationType)

export function LevelForm({ form: request, rows, onClose }: LevelFormProps) {
  const [form] = Form.useForm<Values>()
  const shown = useShown(request)
  const row = shown?.row ?? null
  const done = (text: string) => () => {
    toast.success(text)
    onClose()
  }
  const add = useAct(location.calls.addLevels, { onDone: done('级别已新增') })
  const save = useAct(location.calls.saveLevels, { onDone: done('级别已改名') })
  const { reset: forgetAdd } = add
  const { reset: forgetSave } = save
  useEffect(() => {
    if (!request) return
    forgetAdd()
    forgetSave()
    form.setFieldsValue({ locationType: request.row?.locationType, locationName: request.row?.locationName })
  }, [request, form, forgetAdd, forgetSave])
  const submit = (values: Values) => {
    const locationName = (values.locationName as string | null | undefined)?.trim() || null
    if (!row) {
      void add.run({
        orgLocationLevelDoList: [{ locationType: values.locationType as LocationTypeValue, locationName }],
      })
      return
    }
    void save.run({
      orgLocationLevelDoList: rows.map((one, i) => ({
        levelId: one.levelId,
        level: i + 1,
        locationType: one.locationType,
        locationName: one.levelId === row.levelId ? locationName : one.locationName,
      })),
      seen: rows.map((one) => one.levelId),
    })
  }
  const failure = add.error ?? save.error
  const busy = add.running || save.running
  return (
    <SideDrawer
      open={request !== null}
      title={row ? '级别改名' : '新增区域级别'}
      onClose={onClose}
      foot={
        <DrawerFoot
          note={<>{row ? '只改叫法，已建的区域不受影响' : `新级别排在第 ${rows.length + 1} 级，即最里面一级`}</>}
        >
          <Button onClick={onClose} disabled={busy}>
            取消
          </Button>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            保存
          </Button>
        </DrawerFoot>
      }
    >
      <SchemaForm
        form={form}
        schema={schema}
        columns={1}
        fields={{
          locationType: {
            title: '类型',
            as: freeTypes(row ? [] : rows),
            disabled: row !== null,
            hint: '每种类型只用一次',
          },
          locationName: { placeholder: '如 楼栋、楼层、东区；不填则用类型的名字' },
        }}
        onSubmit={submit}
        top={
          failure && (
            <div className="yy-form-refusal" role="alert">
              {failure.message}
            </div>
          )
        }
      />
    </SideDrawer>
  )
}
