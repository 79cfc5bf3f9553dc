// Wall screens that show the organisation without signing in: the switch for all of them, and each with its address.
import { useState } from 'react'
import { config } from '#contract/platform/config'
import { type MadeScreenData, type ScreenData, ScreenKind, ScreenState, screen } from '#contract/platform/screen'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { person } from '#web/kit/fields/text'
import { formOf } from '#web/kit/form/formOf'
import { actionOf, type RowAction } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { useCall } from '#web/kit/query'
import { AddressDrawer } from './address.part.tsx'
import { Switch } from './switch.part.tsx'

const cols = columns(screen.calls.list, {
  name: { title: '大屏名称', as: person, width: 180, sort: true },
  kind: { title: '用途', as: ScreenKind },
  state: { title: '状态', as: ScreenState },
  lastSeenTime: { title: '最近在线', as: datetime, sort: true },
  createdByName: { title: '添加人', width: 120 },
  createTime: { title: '添加时间', as: datetime, sort: true },
  revokeTime: { title: '停用时间', as: datetime },
})

const isOpen = (row: ScreenData) => row.state === 'OPEN'

/** The answer carries the new address, so this act keeps it where `actionOf` would let it go. */
const renewal = (onMade: (made: MadeScreenData) => void): RowAction<ScreenData> => ({
  title: '重新生成地址',
  needs: screen.calls.renew.needs,
  onClick: async (row, list) => {
    let made: MadeScreenData | null = null
    await confirmAct({
      title: `为“${row.name}”重新生成地址？`,
      effects: isOpen(row)
        ? ['原地址立即失效，正在显示的画面随即断开', '要到这块大屏上打开新地址']
        : ['这块大屏重新启用', '原地址仍然无效，要到大屏上打开新地址'],
      verb: '重新生成地址',
      safe: '不重新生成',
      run: async (_reason, options) => {
        made = await send(screen.calls.renew, { screenId: row.screenId }, options)
      },
    })
    if (made === null) return
    list.refresh()
    onMade(made)
  },
})

const revocation = actionOf(screen.calls.revoke, {
  title: '停用',
  danger: true,
  when: isOpen,
  input: (row: ScreenData) => ({ screenId: row.screenId }),
  confirm: (row) => ({
    title: `停用大屏“${row.name}”？`,
    effects: ['它的地址立即失效，正在显示的画面随即断开', '其他大屏不受影响', '以后可以重新生成地址，再次启用'],
    verb: '停用大屏',
    safe: '不停用',
  }),
  done: (row) => `已停用“${row.name}”`,
})

export default function Screens() {
  const pass = useCall(config.calls.userIsPass, {})
  const [made, setMade] = useState<MadeScreenData | null>(null)
  const create = formOf(screen.calls.create, {
    title: '新增大屏',
    verb: '生成地址',
    fields: { name: { placeholder: '挂在哪里，如 一楼大厅', wide: true, hint: '每块大屏各有一个地址，可单独停用' } },
    done: '大屏已新增',
    onDone: setMade,
  })
  return (
    <ListPage
      call={screen.calls.list}
      columns={cols}
      rowKey="screenId"
      title="大屏"
      unit="块"
      create={create}
      exports={false}
      prints={false}
      actions={[renewal(setMade), revocation]}
      top={(list) => <Switch pass={pass} screens={list.total} />}
      empty={{
        title: '还没有大屏',
        text: '点“新增大屏”，写上挂在哪里，再把生成的地址放到那块大屏的浏览器里打开。以前只带机构编号的地址已不能使用，每块大屏都要用新地址。',
      }}
    >
      <AddressDrawer made={made} on={pass.data === 1} onClose={() => setMade(null)} />
    </ListPage>
  )
}
