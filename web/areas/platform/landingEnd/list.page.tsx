import { Select } from 'antd'
import { useState } from 'react'
import { LandingDataDept, type LandingEndData, landingEnd } from '#contract/platform/landingEnd'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import type { Field } from '#web/kit/fields/field'
import { int } from '#web/kit/fields/number'
import { radioOf } from '#web/kit/fields/option'
import { longText, person } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { useMay } from '#web/kit/permission'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'

/** Terminals in the words of their users; others may be typed. */
const DEVICES: Readonly<Record<string, string>> = {
  WEB: '电脑浏览器',
  SCREEN: '数据大屏',
  PAD: '平板',
  APP: '手机',
  PDA: '手持终端',
  piBedSideExtension: '床旁分机',
  piMedicalMainframe: '医护主机',
}
const deviceName = (code: string) => DEVICES[code] ?? code

const devices: Field<string[]> = {
  kind: 'field',
  sheet: 'text',
  width: 180,
  cell: (value) => (value?.length ? value.map(deviceName).join('、') : '—'),
  text: (value) => (value ?? []).map(deviceName).join('、'),
  input: ({ value, onChange, ...rest }) => (
    <Select<string[]>
      placeholder="可多选，也可输入终端代码"
      {...rest}
      className="yy-fill"
      mode="tags"
      value={value ?? []}
      options={Object.entries(DEVICES).map(([code, label]) => ({ value: code, label }))}
      onChange={(next) => onChange?.(next.length === 0 ? null : next)}
    />
  ),
  search: () => null,
}

const cols = columns(landingEnd.calls.list, {
  landingEndName: { title: '名称', as: person, search: true, width: 140 },
  landingEndCode: { title: '编码', search: true, width: 130 },
  deviceTypeList: { title: '终端', as: devices },
  dataDept: { title: '数据范围', as: LandingDataDept },
  menuCount: { title: '菜单数', as: int },
  roleCount: { title: '角色数', as: int },
  system: {
    title: '来源',
    width: 80,
    cell: (own) => (own ? '系统' : '自定义'),
    text: (own) => (own ? '系统' : '自定义'),
  },
  remark: { title: '备注', as: longText, width: 220 },
  createTime: { title: '创建时间', as: datetime, sort: true },
})

const fieldsFor = (row: LandingEndData | null) => ({
  landingEndName: { placeholder: '登录时给用户选择的名字，10 字以内' },
  landingEndCode: {
    placeholder: '如 PAD',
    disabled: row?.system === true,
    hint: row?.system ? '系统提供，不能修改' : '菜单按它归属到这个登录端',
  },
  deviceTypeList: { title: '终端', as: devices, wide: true },
  dataDept: {
    as: radioOf(LandingDataDept),
    wide: true,
    hint: '“单个部门”：进入后一次只看所选部门的数据；“全部部门”：看本人数据范围内的全部',
  },
  remark: { wide: true },
})

const valuesOf = (row: LandingEndData) => ({
  landingEndName: row.landingEndName,
  landingEndCode: row.landingEndCode,
  deviceTypeList: row.deviceTypeList,
  dataDept: row.dataDept,
  remark: row.remark,
})

const createForm = formOf(landingEnd.calls.create, {
  fields: fieldsFor(null),
  initial: { dataDept: LandingDataDept.is.all },
  done: '登录端已添加',
})

function editForm(row: LandingEndData): FormRequest {
  const id = row.landingEndId
  return editOf(landingEnd.calls.update, row, {
    title: `编辑登录端“${row.landingEndName}”`,
    fields: fieldsFor(row),
    values: valuesOf,
    also: (one) => ({ id, version: one.version }),
    again: () => send(landingEnd.calls.detail, { id }),
  })
}

const actions = [
  { title: '编辑', needs: landingEnd.calls.update.needs, form: editForm },
  actionOf(landingEnd.calls.remove, {
    title: '删除',
    danger: true,
    when: (row: LandingEndData) => !row.system,
    input: (row) => ({ id: row.landingEndId }),
    confirm: (row) => ({
      title: `删除登录端“${row.landingEndName}”？`,
      effects: [
        row.roleCount > 0 ? `${row.roleCount} 个角色还有它的权限，须先取消` : '没有角色用到它',
        row.menuCount > 0 ? `${row.menuCount} 项菜单不再属于它` : '没有菜单属于它',
        '删除后不能恢复',
      ],
      verb: '删除登录端',
      safe: '不删除',
    }),
    done: (row) => `已删除登录端“${row.landingEndName}”`,
  }),
]

export default function LandingEnds() {
  const may = useMay()
  const [logged, setLogged] = useState<NamedRecord | null>(null)
  return (
    <ListPage
      call={landingEnd.calls.list}
      columns={cols}
      rowKey="landingEndId"
      title="登录端"
      unit="个"
      create={createForm}
      actions={
        may(landingEnd.calls.update.needs)
          ? [
              ...actions,
              recordLogAction(setLogged, (row: LandingEndData) => ({
                type: 'landingEnd',
                id: row.landingEndId,
                title: row.landingEndName,
              })),
            ]
          : []
      }
      empty={{ title: '没有登录端' }}
    >
      <RecordLogDrawer record={logged} onClose={() => setLogged(null)} />
    </ListPage>
  )
}
