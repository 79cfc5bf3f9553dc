// One user: account, person and rights to look at, and what can be done with them.
import { Button } from 'antd'
import { StaffSex } from '#contract/platform/session'
import { FrozenState, StaffType, type UserDetailData, UserStatus, user } from '#contract/platform/user'
import { DetailDrawer } from '#web/kit/parts/DetailDrawer'
import { Facts, Photo } from '#web/kit/parts/PageCard'
import { DrawerFoot } from '#web/kit/parts/SideDrawer'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { Allowed, useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { RECORD_LOG_NEEDS, RecordLog } from '#web/kit/record/RecordLog'
import { isMe, resetPassword, setStatus, unfreeze } from './acts.ts'
import './user.css'

/** The states of an account that need a look, as tags. */
export function Marks({ one }: { one: Pick<UserDetailData, 'isAdmin' | 'isFrozen' | 'resetPassword'> }) {
  return (
    <>
      {one.isAdmin && <StatusTag family="purple">管理员</StatusTag>}
      {one.isFrozen === FrozenState.is.frozen && <StatusTag option={FrozenState.find(FrozenState.is.frozen)!} />}
      {one.resetPassword && <StatusTag family="amber">初始密码</StatusTag>}
    </>
  )
}

function Shown({ detail }: { detail: UserDetailData }) {
  return (
    <>
      <div className="yy-user-head yy-below-16 yy-row yy-gap-12">
        <Photo url={detail.workingPicture} name={detail.empName ?? detail.userName} width={48} height={48} />
        <div>
          <h3 className="yy-no-margin yy-strong">{detail.empName ?? detail.userName}</h3>
          <p>{[detail.deptName, detail.jobName].filter(Boolean).join(' · ') || '未分配部门'}</p>
        </div>
        <span className="yy-inline-flex yy-wrap yy-gap-6 yy-push">
          <StatusTag option={UserStatus.find(detail.userStatus)!} />
          <Marks one={detail} />
        </span>
      </div>
      <h4 className="yy-user-section">账号</h4>
      <Facts
        facts={[
          { label: '账号', value: detail.userName },
          { label: '手机号', value: detail.phoneNum },
          { label: '最近登录', value: detail.userLastLoginTime ?? '从未登录' },
          { label: '创建时间', value: detail.createTime },
          ...(detail.frozenUntil ? [{ label: '冻结至', value: detail.frozenUntil }] : []),
        ]}
      />
      <h4 className="yy-user-section">员工</h4>
      <Facts
        facts={[
          { label: '性别', value: StaffSex.label(detail.sex) || null },
          { label: '工号', value: detail.empKey },
          { label: '人员类别', value: StaffType.label(detail.empType) || null },
          { label: '职称', value: detail.empTitle },
          ...(detail.nursingLevel ? [{ label: '护理员等级', value: detail.nursingLevel }] : []),
          { label: '卡号', value: detail.cordNum },
          ...(detail.intro ? [{ label: '简介', value: detail.intro, wide: true }] : []),
        ]}
      />
      <h4 className="yy-user-section">权限范围</h4>
      <Facts
        columns={1}
        facts={[
          { label: '角色', value: detail.roleNames },
          { label: '数据范围', value: detail.isAdmin ? '全部部门（机构管理员）' : detail.dataDeptNames },
        ]}
      />
      <Allowed needs={RECORD_LOG_NEEDS}>
        <h4 className="yy-user-section">操作记录</h4>
        <RecordLog type="account" id={detail.userId} />
      </Allowed>
    </>
  )
}

const { unfreeze: thaw, changeStatus, resetPassword: reset, update } = user.calls
const ACTS = [thaw, changeStatus, reset, update]

interface UserDrawerProps {
  /** null: closed. */
  userId: string | null
  onEdit(userId: string): void
  onClose(): void
}

export function UserDrawer({ userId, onEdit, onClose }: UserDrawerProps) {
  const asked = useCall(user.calls.get, userId === null ? null : { userId }, { staleTime: 0 })
  const detail = asked.data?.userId === userId ? asked.data : undefined
  const me = detail && isMe(detail)
  const may = useMay()
  const foot = detail && ACTS.some((call) => may(call.needs)) && (
    <DrawerFoot>
      {detail.isFrozen === FrozenState.is.frozen && (
        <Allowed needs={user.calls.unfreeze.needs}>
          <Button onClick={() => void unfreeze(detail)}>解除冻结</Button>
        </Allowed>
      )}
      {!me && (
        <>
          <Allowed needs={user.calls.changeStatus.needs}>
            <Button
              onClick={() =>
                void setStatus(
                  [detail],
                  detail.userStatus === UserStatus.is.enabled ? UserStatus.is.disabled : UserStatus.is.enabled,
                )
              }
            >
              {detail.userStatus === UserStatus.is.enabled ? '禁用' : '启用'}
            </Button>
          </Allowed>
          <Allowed needs={user.calls.resetPassword.needs}>
            <Button onClick={() => void resetPassword(detail)}>重置密码</Button>
          </Allowed>
        </>
      )}
      <Allowed needs={user.calls.update.needs}>
        <Button type="primary" onClick={() => onEdit(detail.userId)}>
          编辑
        </Button>
      </Allowed>
    </DrawerFoot>
  )
  return (
    <DetailDrawer
      open={userId !== null}
      title="用户"
      width={720}
      onClose={onClose}
      {...(foot && { foot })}
      of={{ ...asked, data: detail }}
      what="这位用户"
      lines={10}
      fresh
    >
      {(one) => <Shown detail={one} />}
    </DetailDrawer>
  )
}
