// Printed from the sources; `npm run docs` prints it again.
import type { OperationTypes } from './operations.ts'

/** The parameters of E1. */
export type E1Param = OperationTypes['E1']['param']
/** The payload of a success of E1. */
export type E1Result = OperationTypes['E1']['result']

/** The parameters of E2. */
export type E2Param = OperationTypes['E2']['param']
/** The payload of a success of E2. */
export type E2Result = OperationTypes['E2']['result']

/** The parameters of E3. */
export type E3Param = OperationTypes['E3']['param']
/** The payload of a success of E3. */
export type E3Result = OperationTypes['E3']['result']

/** The parameters of E4. */
export type E4Param = OperationTypes['E4']['param']
/** The payload of a success of E4. */
export type E4Result = OperationTypes['E4']['result']

/** The parameters of E5. */
export type E5Param = OperationTypes['E5']['param']
/** The payload of a success of E5. */
export type E5Result = OperationTypes['E5']['result']

/** The parameters of E6. */
export type E6Param = OperationTypes['E6']['param']
/** The payload of a success of E6. */
export type E6Result = OperationTypes['E6']['result']

/** The parameters of E7. */
export type E7Param = OperationTypes['E7']['param']
/** The payload of a success of E7. */
export type E7Result = OperationTypes['E7']['result']

/** The parameters of E8. */
export type E8Param = OperationTypes['E8']['param']
/** The payload of a success of E8. */
export type E8Result = OperationTypes['E8']['result']

/** The parameters of E9. */
export type E9Param = OperationTypes['E9']['param']
/** The payload of a success of E9. */
export type E9Result = OperationTypes['E9']['result']

/** The parameters of E10. */
export type E10Param = OperationTypes['E10']['param']
/** The payload of a success of E10. */
export type E10Result = OperationTypes['E10']['result']

/** The parameters of E11. */
export type E11Param = OperationTypes['E11']['param']
/** The payload of a success of E11. */
export type E11Result = OperationTypes['E11']['result']

/** The parameters of E12. */
export type E12Param = OperationTypes['E12']['param']
/** The payload of a success of E12. */
export type E12Result = OperationTypes['E12']['result']

/** The parameters of E13. */
export type E13Param = OperationTypes['E13']['param']
/** The payload of a success of E13. */
export type E13Result = OperationTypes['E13']['result']

/** The parameters of E14. */
export type E14Param = OperationTypes['E14']['param']
/** The payload of a success of E14. */
export type E14Result = OperationTypes['E14']['result']

/** The parameters of E15. */
export type E15Param = OperationTypes['E15']['param']
/** The payload of a success of E15. */
export type E15Result = OperationTypes['E15']['result']

/** The parameters of E16. */
export type E16Param = OperationTypes['E16']['param']
/** The payload of a success of E16. */
export type E16Result = OperationTypes['E16']['result']

/** The parameters of E17. */
export type E17Param = OperationTypes['E17']['param']
/** The payload of a success of E17. */
export type E17Result = OperationTypes['E17']['result']

/** The parameters of E18. */
export type E18Param = OperationTypes['E18']['param']
/** The payload of a success of E18. */
export type E18Result = OperationTypes['E18']['result']

/** The parameters of E19. */
export type E19Param = OperationTypes['E19']['param']
/** The payload of a success of E19. */
export type E19Result = OperationTypes['E19']['result']

/** The parameters of E20. */
export type E20Param = OperationTypes['E20']['param']
/** The payload of a success of E20. */
export type E20Result = OperationTypes['E20']['result']

/** The parameters of E21. */
export type E21Param = OperationTypes['E21']['param']
/** The payload of a success of E21. */
export type E21Result = OperationTypes['E21']['result']

/** The parameters of E22. */
export type E22Param = OperationTypes['E22']['param']
/** The payload of a success of E22. */
export type E22Result = OperationTypes['E22']['result']

/** The body of a request of E1. */
export interface E1Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E1Param
}

/** The body of an answer of E1, a success or a refusal. */
export type E1Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** A page of the collections found. */
      result: E1Result
    }
  | RefusalEnvelope

/** The answer of an operation that refuses the call, with HTTP 200. */
export interface RefusalEnvelope {
  /** Code of the refusal, any text but `0`. */
  code: string
  /** What is wrong, and what would be right. */
  message: string
  /** null: a refusal has no payload. */
  result: null
}

/** The body of a request of E2. */
export interface E2Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E2Param
}

/** The body of an answer of E2, a success or a refusal. */
export type E2Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** Posts of the year with their figures. */
      result: E2Result
    }
  | RefusalEnvelope

/** The body of a request of E3. */
export interface E3Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E3Param
}

/** The body of an answer of E3, a success or a refusal. */
export type E3Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** true: the records are stored. */
      result: E3Result
    }
  | RefusalEnvelope

/** The body of a request of E4. */
export interface E4Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E4Param
}

/** The body of an answer of E4, a success or a refusal. */
export type E4Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The details found. */
      result: E4Result
    }
  | RefusalEnvelope

/** The body of a request of E5. */
export interface E5Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E5Param
}

/** The body of an answer of E5, a success or a refusal. */
export type E5Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** A page of the tasks, oldest first. */
      result: E5Result
    }
  | RefusalEnvelope

/** The body of a request of E6. */
export type E6Request = E6Param

/** The body of an answer of E6, a success or a refusal. */
export type E6Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** A page of the contents found, newest publication first. */
      result: E6Result
    }
  | RefusalEnvelope

/** The body of a request of E7. */
export interface E7Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E7Param
}

/** The body of an answer of E7, a success or a refusal. */
export type E7Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The envelope inside the envelope. */
      result: {
        /** `0`: the call succeeded. */
        code: '0'
        /** Text of a success. */
        message: 'success' | '处理成功'
        /** true: the members are in the pack. */
        result: E7Result
        /** Id of the call, 32 hex digits. */
        traceId: string
      }
    }
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** A refusal inside the envelope, by a variant of A-reply-2. */
      result: {
        /** Code of the refusal, any text but `0`. */
        code: string
        /** What is wrong, and what would be right. */
        message: string
        /** null: a refusal has no payload. */
        result: null
        /** Id of the call, 32 hex digits. */
        traceId: string
      }
    }
  | RefusalEnvelope

/** The body of a request of E8. */
export interface E8Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E8Param
}

/** The body of an answer of E8, a success or a refusal. */
export type E8Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The users in the order of the request, each once; unknown ids are left out. */
      result: E8Result
    }
  | RefusalEnvelope

/** The body of a request of E9. */
export interface E9Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E9Param
}

/** The body of an answer of E9, a success or a refusal. */
export type E9Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** Id of the created approval. */
      result: E9Result
    }
  | RefusalEnvelope

/** The body of a request of E10. */
export interface E10Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E10Param
}

/** The body of an answer of E10, a success or a refusal. */
export type E10Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The envelope inside the envelope. */
      result: {
        /** `0`: the call succeeded. */
        code: '0'
        /** Text of a success. */
        message: 'success' | '处理成功'
        /** All members in order of insertion. */
        result: E10Result
        /** Id of the call, 32 hex digits. */
        traceId: string
      }
    }
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** A refusal inside the envelope, by a variant of A-reply-2. */
      result: {
        /** Code of the refusal, any text but `0`. */
        code: string
        /** What is wrong, and what would be right. */
        message: string
        /** null: a refusal has no payload. */
        result: null
        /** Id of the call, 32 hex digits. */
        traceId: string
      }
    }
  | RefusalEnvelope

/** The body of a request of E11. */
export type E11Request = E11Param

/** The body of an answer of E11, a success or a refusal. */
export type E11Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The content with its details. */
      result: E11Result
    }
  | RefusalEnvelope

/** The body of a request of E12. */
export interface E12Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E12Param
}

/** The body of an answer of E12, a success or a refusal. */
export type E12Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** true: the notifications are stored. */
      result: E12Result
    }
  | RefusalEnvelope

/** The body of a request of E13. */
export interface E13Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E13Param
}

/** The body of an answer of E13, a success or a refusal. */
export type E13Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** true: the parts are merged. */
      result: E13Result
    }
  | RefusalEnvelope

/** The body of a request of E14. */
export interface E14Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E14Param
}

/** The body of an answer of E14, a success or a refusal. */
export type E14Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** true: the collaborators are stored. */
      result: E14Result
    }
  | RefusalEnvelope

/** The body of a request of E15. */
export interface E15Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E15Param
}

/** The body of an answer of E15, a success or a refusal. */
export type E15Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** An empty object. */
      result: Record<string, never>
    }
  | RefusalEnvelope

/** The body of a request of E16. */
export interface E16Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E16Param
}

/** The body of an answer of E16, a success or a refusal. */
export type E16Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The created atoms. */
      result: E16Result
    }
  | RefusalEnvelope

/** The body of a request of E17. */
export interface E17Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E17Param
}

/** The body of an answer of E17, a success or a refusal. */
export type E17Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The groups in the order of the paths, each once; unknown paths and roots are left out. */
      result: E17Result
    }
  | RefusalEnvelope

/** The body of a request of E18. */
export interface E18Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E18Param
}

/** The body of an answer of E18, a success or a refusal. */
export type E18Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The envelope inside the envelope. */
      result: {
        /** `0`: the call succeeded. */
        code: '0'
        /** Text of a success. */
        message: 'success' | '处理成功'
        /** true: the pack and its members are gone. */
        result: E18Result
        /** Id of the call, 32 hex digits. */
        traceId: string
      }
    }
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** A refusal inside the envelope, by a variant of A-reply-2. */
      result: {
        /** Code of the refusal, any text but `0`. */
        code: string
        /** What is wrong, and what would be right. */
        message: string
        /** null: a refusal has no payload. */
        result: null
        /** Id of the call, 32 hex digits. */
        traceId: string
      }
    }
  | RefusalEnvelope

/** The body of a request of E19. */
export interface E19Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E19Param
}

/** The body of an answer of E19, a success or a refusal. */
export type E19Answer = E19Result | RefusalEnvelope

/** The body of a request of E20. */
export interface E20Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E20Param
}

/** The body of an answer of E20, a success or a refusal. */
export type E20Answer =
  | Record<string, never>
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** An empty object, by a variant of A-20-1. */
      result: Record<string, never>
    }
  | RefusalEnvelope

/** The body of a request of E21. */
export interface E21Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E21Param
}

/** The body of an answer of E21, a success or a refusal. */
export type E21Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** What became of each id. */
      result: E21Result
    }
  | RefusalEnvelope

/** The body of a request of E22. */
export interface E22Request {
  /** Any text or null; by a variant of A-auth-1 the access token of the header. */
  token?: string | null
  /** Parameters of the operation. */
  param: E22Param
}

/** The body of an answer of E22, a success or a refusal. */
export type E22Answer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** true: the assets are in the collection; null by a variant of A-22-1. */
      result: E22Result
    }
  | RefusalEnvelope

/** The body of a request of get-token. */
export interface GetTokenRequest {
  /** Id of the client, which names its workspace. */
  clientId: string
  /** Key of the client. */
  clientKey: string
}

/** The body of an answer of get-token, a success or a refusal. */
export type GetTokenAnswer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The issued tokens. */
      result: {
        /** Access token for the header Access-token. */
        access_token: string
        /** Type of the token for the header Token-type. */
        token_type: 'bearer'
        /** Token to get the next access token with. */
        refresh_token: string
        /** Lifetime of the access token in seconds. */
        expires_in: number
      }
    }
  | SupportingRefusal

/** The answer of a supporting route that refuses the call. */
export interface SupportingRefusal {
  /** Code of the refusal, any text but `0`. */
  code: string
  /** What is wrong, and what would be right. */
  message: string
  /** null: a refusal has no payload. */
  result: null
}

/** The body of a request of refresh-token. */
export interface RefreshTokenRequest {
  /** Refresh token of an earlier answer. */
  refresh_token: string
}

/** The body of an answer of refresh-token, a success or a refusal. */
export type RefreshTokenAnswer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The new tokens. */
      result: {
        /** Access token for the header Access-token. */
        access_token: string
        /** Type of the token for the header Token-type. */
        token_type: 'bearer'
        /** Token to get the next access token with. */
        refresh_token: string
        /** Lifetime of the access token in seconds. */
        expires_in: number
      }
    }
  | SupportingRefusal

/** The body of a request of begin-upload. */
export interface BeginUploadRequest {
  /** Name of the file, with its extension. */
  name: string
  /** Media type, such as `image/png`; read from the bytes when absent. */
  type?: string
  /** Size in bytes; the merged parts must have it. */
  size: number
  /** Bytes of each part but the last, from 100 KiB; chosen by the server when absent. */
  partSizeBytes?: number
}

/** The body of an answer of begin-upload, a success or a refusal. */
export type BeginUploadAnswer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The upload that has begun. */
      result: {
        /** Id of the upload, which E13 takes. */
        uploadId: string
        /** Path of the file, which E13 and E16 take. */
        filePath: string
        /** Bytes of each proposed part but the last. */
        partSizeBytes: number
        /**
         * Proposed parts, in order.
         *
         * Items: A part to send.
         */
        parts: {
          /** Number of the part, from 1. */
          partNumber: number
          /** Signed URL to PUT the bytes of the part to. */
          url: string
        }[]
      }
    }
  | SupportingRefusal

/** The body of an answer of show-upload, a success or a refusal. */
export type ShowUploadAnswer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The upload with its parts. */
      result: {
        /** Id of the upload, which E13 takes. */
        uploadId: string
        /** Path of the file, which E13 and E16 take. */
        filePath: string
        /** `open`, `completed`, `aborted` or `expired`. */
        status: string
        /**
         * Parts that have arrived, by their numbers.
         *
         * Items: A part that has arrived.
         */
        parts: {
          /** Number of the part, from 1. */
          partNumber: number
          /** MD5 of its bytes, 32 hex digits. */
          etag: string
          /** Size in bytes. */
          size: number
        }[]
      }
    }
  | SupportingRefusal

/** The body of an answer of abort-upload, a success or a refusal. */
export type AbortUploadAnswer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** true: the upload is aborted. */
      result: true
    }
  | SupportingRefusal

/** The body of an answer of send-part, a success or a refusal. */
export type SendPartAnswer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The part as it is kept. */
      result: {
        /** Number of the part, from 1. */
        partNumber: number
        /** MD5 of its bytes, 32 hex digits. */
        etag: string
        /** Size in bytes. */
        size: number
      }
    }
  | SupportingRefusal

/** The body of an answer of send-file, a success or a refusal. */
export type SendFileAnswer =
  | {
      /** `0`: the call succeeded. */
      code: '0'
      /** Text of a success. */
      message: 'success' | '处理成功'
      /** The file as it is kept. */
      result: {
        /** Path of the file, which E16 takes. */
        filePath: string
        /** Id of the completed upload. */
        uploadId: string
        /** MD5 of the bytes, 32 hex digits. */
        etag: string
        /** Size in bytes. */
        size: number
      }
    }
  | SupportingRefusal

/** The body of an answer of download, a success or a refusal. */
export type DownloadAnswer = SupportingRefusal

/** Method, path, request and answer of every operation, by its number in the document. */
export interface Operations {
  E1: { method: 'POST'; path: '/open-api/standard/v1/search-material-groups'; request: E1Request; answer: E1Answer }
  E2: { method: 'POST'; path: '/open-api/standard/v1/get-social-media-content-stats'; request: E2Request; answer: E2Answer }
  E3: { method: 'POST'; path: '/open-api/standard/v1/save-client-track-log'; request: E3Request; answer: E3Answer }
  E4: { method: 'POST'; path: '/open-api/standard/v2/asset/detail-list'; request: E4Request; answer: E4Answer }
  E5: { method: 'POST'; path: '/open-api/standard/call/get-approval-by-create-time'; request: E5Request; answer: E5Answer }
  E6: { method: 'POST'; path: '/portal/open/block/search'; request: E6Request; answer: E6Answer }
  E7: { method: 'POST'; path: '/open-api/standard/v1/marketing/crowd/insert'; request: E7Request; answer: E7Answer }
  E8: { method: 'POST'; path: '/open-api/standard/v1/query-user-simple-info-list'; request: E8Request; answer: E8Answer }
  E9: { method: 'POST'; path: '/open-api/standard/v1/material/create-external-asset-publishing-approval'; request: E9Request; answer: E9Answer }
  E10: { method: 'POST'; path: '/open-api/standard/v1/marketing/crowd/list'; request: E10Request; answer: E10Answer }
  E11: { method: 'POST'; path: '/portal/open/block/getContent'; request: E11Request; answer: E11Answer }
  E12: { method: 'POST'; path: '/open-api/standard/v1/add-notifications'; request: E12Request; answer: E12Answer }
  E13: { method: 'POST'; path: '/open-api/standard/v1/file/complete-multipart-upload'; request: E13Request; answer: E13Answer }
  E14: { method: 'POST'; path: '/open-api/standard/v1/addPortalAuth'; request: E14Request; answer: E14Answer }
  E15: { method: 'POST'; path: '/open-api/standard/v1/creative/update'; request: E15Request; answer: E15Answer }
  E16: { method: 'POST'; path: '/open-api/standard/v2/asset-element/upload'; request: E16Request; answer: E16Answer }
  E17: { method: 'POST'; path: '/open-api/standard/v1/material-archive/group/list'; request: E17Request; answer: E17Answer }
  E18: { method: 'POST'; path: '/open-api/standard/v1/marketing/crowd-pack/delete'; request: E18Request; answer: E18Answer }
  E19: { method: 'POST'; path: '/open-api/standard/v1/submitQueryResult'; request: E19Request; answer: E19Answer }
  E20: { method: 'POST'; path: '/open-api/standard/v1/metadata/value/update'; request: E20Request; answer: E20Answer }
  E21: { method: 'POST'; path: '/open-api/standard/call/material2group'; request: E21Request; answer: E21Answer }
  E22: { method: 'POST'; path: '/open-api/standard/v1/asset/collection/add-asset'; request: E22Request; answer: E22Answer }
}

/** Methods, default paths, request and answer of every supporting route, by its name; bytes where a body is a file, null where there is no body. */
export interface SupportingRoutes {
  'get-token': {
    method: 'POST'
    path: '/open-api/oauth/get-token'
    request: GetTokenRequest
    answer: GetTokenAnswer
  }
  'refresh-token': {
    method: 'POST'
    path: '/open-api/oauth/refresh-token'
    request: RefreshTokenRequest
    answer: RefreshTokenAnswer
  }
  'begin-upload': {
    method: 'POST'
    path: '/_files/uploads'
    request: BeginUploadRequest
    answer: BeginUploadAnswer
  }
  'show-upload': {
    method: 'GET'
    path: '/_files/uploads/{uploadId}'
    request: null
    answer: ShowUploadAnswer
  }
  'abort-upload': {
    method: 'DELETE'
    path: '/_files/uploads/{uploadId}'
    request: null
    answer: AbortUploadAnswer
  }
  'send-part': {
    method: 'PUT'
    path: '/_files/{workspace}/uploads/{uploadId}/parts/{partNumber}' | '/_files/uploads/{uploadId}/parts/{partNumber}'
    request: Uint8Array
    answer: SendPartAnswer
  }
  'send-file': {
    method: 'POST'
    path: '/_files/uploads/single'
    request: Uint8Array
    answer: SendFileAnswer
  }
  'download': {
    method: 'GET'
    path: '/_files/{workspace}/{path}'
    request: null
    answer: Uint8Array | DownloadAnswer
  }
}
