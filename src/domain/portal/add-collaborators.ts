import type { PortalCollaboratorRequest } from '../../contract/requests/portal-collaborator-request.ts'
import { takeIds } from '../../db/sequences.ts'
import { placeholdersFor } from '../../db/sql.ts'
import { prepared } from '../../db/store.ts'
import { portalCollaborators, portals } from '../../db/tables/workspace/portal.ts'
import { departments, dimensions } from '../../db/tables/workspace/users.ts'
import { refuse } from '../../errors/refusals.ts'
import { distinct } from '../../kernel/lists.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist } from '../existence.ts'
import { mustBeUsers } from '../users/query-users.ts'

type UnitType = (typeof portalCollaborators.$inferSelect)['unitType']

const mustBePortal = mustExist(portals, refuse.unknownPortal)
const mustBeDepartments = mustExist(departments, refuse.unknownDepartment)
const mustBeDimensions = mustExist(dimensions, refuse.unknownDimension)

const updateCollaborator = prepared((store) =>
  store.sqlite.prepare<
    [
      authType: number,
      addedBy: number,
      updatedAtMs: number,
      portalId: number,
      unitType: UnitType,
      unitId: number,
    ]
  >(
    `UPDATE portal_collaborators SET auth_type = ?, added_by = ?, updated_at_ms = ?
     WHERE portal_id = ? AND unit_type = ? AND unit_id = ?`,
  ),
)

const insertCollaborator = prepared((store) =>
  store.orm.insert(portalCollaborators).values(placeholdersFor(portalCollaborators)).prepare(),
)

/** Adds users, departments and dimension items to the collaborators of a portal, all or none (E14). */
export const addCollaborators = (
  call: ServiceContext,
  request: PortalCollaboratorRequest,
): true => {
  const { store } = call
  const { deptIdList = [], dimensionIdList = [], userIdList = [] } = request
  const named = request.userId === undefined ? [] : [request.userId]
  mustBePortal(store, 'portalId', [request.portalId])
  mustBeUsers(store, 'userId', named)
  mustBeDepartments(store, 'deptIdList', deptIdList)
  mustBeDimensions(store, 'dimensionIdList', dimensionIdList)
  mustBeUsers(store, 'userIdList', userIdList)
  const isCollaborator = call.variant('A-14-1') === 'collaborator'
  const facts = {
    portalId: request.portalId,
    authType: request.authType,
    addedBy: isCollaborator ? call.actor.id : (request.userId ?? call.actor.id),
    updatedAtMs: call.nowMs,
  }
  put(call, facts, 'user', isCollaborator ? [...named, ...userIdList] : userIdList)
  put(call, facts, 'department', deptIdList)
  put(call, facts, 'dimension', dimensionIdList)
  return true
}

type Facts = Pick<
  typeof portalCollaborators.$inferSelect,
  'portalId' | 'authType' | 'addedBy' | 'updatedAtMs'
>

const put = (call: ServiceContext, facts: Facts, unitType: UnitType, ids: readonly number[]) => {
  const { portalId, authType, addedBy, updatedAtMs } = facts
  const update = updateCollaborator(call.store)
  for (const unitId of distinct(ids)) {
    const { changes } = update.run(authType, addedBy, updatedAtMs, portalId, unitType, unitId)
    if (changes > 0) call.outcome('known-collaborator')
    else insert(call, { ...facts, unitType, unitId })
  }
}

const insert = (
  { store }: ServiceContext,
  row: Omit<typeof portalCollaborators.$inferSelect, 'id'>,
): void => {
  insertCollaborator(store).run({ ...row, id: takeIds(store, 'portalCollaborator') })
}
