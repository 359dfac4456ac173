// Printed from the sources; `npm run docs` prints it again.

/** Data in the format of seed files (docs/seeds.md). */
export interface SeedFragment {
  /**
   * @maxItems 1000000
   *
   * Items: Departments; a parent stands before its children.
   */
  departments?: {
    id: number
    name: string
    parentId?: number
  }[]
  /** @maxItems 1000000 */
  dimensions?: {
    id: number
    name: string
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Roles that rights on assets give.
   */
  dataRoles?: {
    id: number
    code: string
    name: string
    editable: boolean
    mayDownload: boolean
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Users; the one with `isAppOwner` is the acting user of calls without `x-open-api-user`.
   */
  users?: {
    id: number
    email: string
    nickname: string
    deptId: number
    /** epoch ms */
    createdAtMs: number
    /** @maxItems 1000000 */
    dimensionIds?: number[]
    hasPhone?: boolean
    verifyEmail?: number
    uid?: string
    /** 1 active, 0 disabled; 1 where it is absent (A-auth-12) */
    status?: number
    /** 1 logged out; 0 where it is absent (A-auth-12) */
    logoutStatus?: number
    userType?: number
    lineManagerUserId?: number
    isAppOwner?: boolean
    /** `editor` where it is absent (A-auth-11) */
    role?: 'viewer' | 'editor' | 'administrator'
    /** the same as the role `administrator`; another `role` beside it is refused */
    isAdmin?: boolean
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Assets of the library, with their parts and the roles on them.
   */
  assets?: {
    id: number
    name: string
    extension: string
    createUser: number
    /** epoch ms */
    createdAtMs: number
    updateUser?: number
    /** epoch ms */
    updatedAtMs?: number
    /** 0 to 3; by its approvals where it is absent (A-9-5) */
    approvalStatus?: number
    importance?: number
    /** @maxItems 1000000 */
    tags?: string[]
    customerLifeCycleRuleTagCode?: string
    origin?: {
      isDownload?: number
      riskLevel?: number
      watermark?: string
      templateGenerateCount?: number
      stickTop?: number
      dummy?: number
      assetTagStatus?: number
      maplexStatus?: number
      isDam?: number
      importUrl?: string
      scenarioVisibility?: string
      ruleCheckStatusCode?: number
      ruleCheckStatus?: string
      analysisStatus?: number
      status?: number
    }
    /** codes of values by the code of their metadata field (A-metadata-1) */
    metadata?: {
      /**
       * @minItems 1
       * @maxItems 50
       *
       * This interface was referenced by `undefined`'s JSON-Schema definition
       * via the `patternProperty` "^(.*)$".
       *
       * This interface was referenced by `undefined`'s JSON-Schema definition
       * via the `patternProperty` "^(.*)$".
       */
      [k: string]: string[]
    }
    /** @maxItems 1000000 */
    rights: {
      unit:
        | {
            user: number
          }
        | {
            department: number
          }
        | {
            everyone: true
          }
      /** the `code` of a data role; the built-in seeds have `ownerRole`, `editorRole` and `viewerRole` */
      role: string
    }[]
    /**
     * @minItems 1
     * @maxItems 1000000
     */
    subResources: {
      id: number
      name: string
      extension: string
      /** a name in the folder `files` */
      file?: string
      /** required without `file` */
      mediaType?: string
      /** by media type where it is absent (A-4-6) */
      fileFormatType?: string
      /** bytes; required without `file` */
      sizeBytes?: number
      title?: string
      aliasName?: string
      uniMd5?: string
      width?: number
      height?: number
      durationMs?: number
      picNum?: number
      videoNum?: number
      textNum?: number
      wordNum?: number
      /** by media type where it is absent (A-4-8) */
      pdfStatus?: number
      assetStatus?: number
      publicRead?: boolean
      thumbnailAssetId?: number
      iconAssetId?: number
      damId?: number
      /** @maxItems 1000000 */
      analysisAssetIds?: number[]
      baseText?: string
    }[]
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Rights on assets that are there already.
   */
  assetRights?: {
    assetId: number
    unit:
      | {
          user: number
        }
      | {
          department: number
        }
      | {
          everyone: true
        }
    /** the `code` of a data role; the built-in seeds have `ownerRole`, `editorRole` and `viewerRole` */
    role: string
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Atoms; one without an asset is not ingested yet.
   */
  atoms?: {
    id: number
    path: string
    name: string
    extension: string
    /** a name in the folder `files` */
    file?: string
    /** bytes; required without `file` */
    sizeBytes?: number
    /** required without `file` */
    mediaType?: string
    createUser: number
    /** epoch ms */
    createdAtMs: number
    /** the asset that it became, which has a part with the same id */
    assetId?: number
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Collections; a parent stands before its children, one without is a root.
   */
  collections?: {
    id: number
    name: string
    parentId?: number
    /** of a root: everything below it is a group of the archive */
    isArchive?: boolean
    description?: string
    belongId?: number
    status?: number
    createUser: number
    /** epoch ms */
    createdAtMs: number
    updateUser?: number
    /** epoch ms; by its assets where it is absent */
    updatedAtMs?: number
    /** @maxItems 1000000 */
    assetIds?: number[]
    /** @maxItems 1000000 */
    rights?: {
      unit:
        | {
            user: number
          }
        | {
            department: number
          }
        | {
            everyone: true
          }
      mayAdd: boolean
    }[]
    /** @maxItems 1000000 */
    collectedBy?: number[]
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Rights on collections that are there already.
   */
  collectionRights?: {
    collectionId: number
    unit:
      | {
          user: number
        }
      | {
          department: number
        }
      | {
          everyone: true
        }
    mayAdd: boolean
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Collections of the archive in short: `path` is made of the codes from the root down; one without a slash is a root. The owner of the application has them, everyone sees them.
   */
  archiveGroups?: {
    id: number
    path: string
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Definitions of approval processes.
   */
  processDefinitions?: {
    id: number
    name: string
    processCategory: string
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Approvals with their tasks, of which those that are pending have no times yet.
   */
  approvals?: {
    id: number
    processDefinitionId: number
    name: string
    detailName: string
    category: string
    submitter: number
    /** epoch ms */
    createdAtMs: number
    /** @maxItems 1000000 */
    assetIds: number[]
    /**
     * @maxItems 1000
     *
     * Items: a further object, an atom or an asset
     */
    objects?: number[]
    /**
     * @minItems 1
     * @maxItems 1000000
     */
    tasks: {
      key: string
      assignee: number
      status: 'PENDING' | 'IN_PROGRESS' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
      /** epoch ms */
      createdAtMs?: number
      /** epoch ms */
      endedAtMs?: number
    }[]
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Crowd packs with the signs of their members.
   */
  crowdPacks?: {
    id: number
    corpId: string
    source: string
    name: string
    /** epoch ms */
    createdAtMs: number
    selfAgent?: number
    isComplete?: boolean
    /** @maxItems 1000000 */
    members: string[]
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Portals with their blocks and contents.
   */
  portals?: {
    id: number
    code: string
    name: string
    /** @maxItems 1000000 */
    blocks: {
      id: number
      name: string
      /** @maxItems 1000000 */
      contents: {
        id: number
        coreId: number
        name: string
        text: string
        /** @maxItems 1000000 */
        tags?: string[]
        /** codes of values by the code of their metadata field (A-metadata-1) */
        metadata?: {
          /**
           * @minItems 1
           * @maxItems 50
           *
           * This interface was referenced by `undefined`'s JSON-Schema definition
           * via the `patternProperty` "^(.*)$".
           *
           * This interface was referenced by `undefined`'s JSON-Schema definition
           * via the `patternProperty` "^(.*)$".
           */
          [k: string]: string[]
        }
        /** epoch ms */
        publishedAtMs: number
        /** epoch ms */
        stoppedAtMs?: number
        buttonName?: string
        buttonLinkUrl?: string
      }[]
    }[]
  }[]
  /** @maxItems 1000000 */
  marketingPlans?: {
    id: number
    name: string
  }[]
  /** @maxItems 1000000 */
  contentGroups?: {
    id: number
    name: string
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Tasks of private-domain marketing.
   */
  marketingTasks?: {
    id: number
    planId: number
    contentType: string
    /** epoch ms */
    releaseAtMs: number
    remark: string
    contentGroupId: number
    /** epoch ms */
    updatedAtMs: number
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Metadata fields with their values.
   */
  metadataFields?: {
    code: string
    name: string
    /** @maxItems 1000000 */
    values: {
      code: string
      name: string
      parentCode?: string
      sort?: number
      /** epoch ms */
      updatedAtMs: number
    }[]
  }[]
  /**
   * @maxItems 1000000
   *
   * Items: Posts in social media, for the statistics of a year.
   */
  socialPosts?: {
    id: number
    mediaType: string
    title: string
    readNum: number
    createDate: string
    statDate: string
  }[]
  /**
   * @maxItems 100
   *
   * Items: Uploads of files of the seed: all parts have arrived, not yet completed.
   */
  uploads?: {
    id: string
    filePath: string
    name: string
    /** epoch ms */
    createdAtMs: number
    /** a name in the folder `files` */
    file: string
    partSizeBytes: number
  }[]
  /** An object with any keys, answered by `GET /_sandbox/fixtures`. */
  fixtures?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^(.*)$".
     */
    [k: string]: unknown
  }
}
