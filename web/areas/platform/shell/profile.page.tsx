// Oneself: who the colleagues see, how one signed in, what one may see. Picture, phone and introduction are one's own to
// change; the rest is the administrator's.
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { StaffSex } from '#contract/platform/session'
import { OwnProfile, user as userNoun } from '#contract/platform/user'
import { imageOf } from '#web/kit/fields/image'
import { longText, secret } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { Facts, HeaderCard, PageCard } from '#web/kit/parts/PageCard'
import { useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { loadProfile } from '#web/kit/startup'

const OwnPassword = lazy(() => import('#web/kit/shell/OwnPassword'))

const saveOwn = { ...userNoun.calls.update, body: OwnProfile }

export default function Profile() {
  const user = useSession((state) => state.user)
  const landingEndId = useSession((state) => state.landingEndId)
  const [changing, setChanging] = useState(false)
  const [editing, setEditing] = useState(false)
  const userId = user?.empInfo.empId ?? null
  const own = useCall(userNoun.calls.get, userId === null ? null : { userId })
  if (!user || userId === null) return null
  const { empInfo, orgInfo, deptInfo, jobInfo } = user
  const end = user.landingEndList.find((one) => one.landingEndId === landingEndId)
  const phone = own.data?.phoneNum ?? empInfo.phoneNum
  return (
    <>
      <HeaderCard
        photo={own.data?.workingPicture ?? empInfo.workingPicture}
        name={empInfo.empName}
        act={
          <>
            <Button onClick={() => setChanging(true)}>修改密码</Button>{' '}
            <Button type="primary" disabled={!own.data} onClick={() => setEditing(true)}>
              编辑资料
            </Button>
          </>
        }
        facts={[
          { label: '账号', value: user.username },
          { label: '手机号', value: phone },
          { label: '性别', value: StaffSex.find(empInfo.sex as 1 | 2)?.label ?? '—' },
          { label: '机构', value: orgInfo.orgName },
          { label: '部门', value: deptInfo?.deptName },
          { label: '岗位', value: own.data?.jobName ?? jobInfo.jobName },
          { label: '角色', value: own.data?.roleNames },
          { label: '工号', value: own.data?.empKey },
          { label: '职称', value: own.data?.empTitle },
        ]}
      />
      <PageCard title="个人简介" style={{ marginTop: 12 }}>
        {own.error ? (
          <ErrorBlock what="个人简介" error={own.error} onRetry={() => void own.refetch()} />
        ) : (
          (own.data?.intro ?? '还没有填写，点“编辑资料”写几句，方便同事认识您。')
        )}
      </PageCard>
      <PageCard title="登录" style={{ marginTop: 12 }}>
        <Facts
          columns={3}
          facts={[
            { label: '本次登录', value: user.loginTime },
            { label: '登录地址', value: user.ipAddress },
            { label: '上次登录', value: user.lastLoginTime },
            { label: '登录端', value: end?.landingEndName },
            { label: '身份', value: user.isAdmin ? '机构管理员' : '员工' },
          ]}
        />
      </PageCard>
      <PageCard title="数据范围" sub="可以查看和办理这些部门的数据" style={{ marginTop: 12 }}>
        {user.dataDeptInfoList.length > 0
          ? user.dataDeptInfoList.map((dept) => dept.deptName).join('、')
          : user.isAdmin
            ? '本机构全部部门'
            : '没有分配部门，请联系管理员。'}
      </PageCard>
      <FormDrawer
        open={editing}
        call={saveOwn}
        title="编辑资料"
        columns={1}
        initial={{
          phoneNum: phone ?? undefined,
          workingPicture: own.data?.workingPicture ?? null,
          intro: own.data?.intro ?? null,
        }}
        also={{ userId }}
        fields={{
          workingPicture: { as: imageOf({ route: 3 }) },
          phoneNum: { hint: '也可用于登录和找回密码' },
          ownPassword: {
            as: secret,
            hint: '更换手机号要先确认是您本人',
            when: (values) => values.phoneNum !== phone,
          },
          intro: { as: longText },
        }}
        done="资料已保存"
        onDone={() => void loadProfile()}
        onClose={() => setEditing(false)}
      />
      <Suspense fallback={null}>{changing && <OwnPassword onClose={() => setChanging(false)} />}</Suspense>
    </>
  )
}
