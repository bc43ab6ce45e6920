// A classic script on purpose: Swagger UI's bundle is one, too, and defines a global.
const render = Reflect.get(globalThis, "SwaggerUIBundle")

render({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  // a key that was typed in is gone when the page is left
  persistAuthorization: false,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // no outside service is asked whether the document is valid
  validatorUrl: null
})
