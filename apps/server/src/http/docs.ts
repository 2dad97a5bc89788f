import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import program from '../../package.json' with { type: 'json' };

/** OpenAPI at `/api/docs` (`/api/docs/json`), made from the schemas that check the calls. Routes registered before this are missing. */
export async function serveDocs(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      info: {
        title: '瘤析 OncoLoom',
        version: program.version,
        description: '成功一律返回 200；出错时 `detail` 是一句可以照着做的中文。',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await server.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // Its own policy sends a browser from plain HTTP to TLS that is not there, and asks another site about the document.
    transformStaticCSP: (policy) => policy.replace(/ upgrade-insecure-requests;?/, '').replace(' validator.swagger.io', ''),
    uiConfig: { validatorUrl: null },
  });
}
