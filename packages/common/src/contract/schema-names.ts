import { z } from 'zod';

/** The shapes that the OpenAPI documents name in `components.schemas`, by their names there. */
export const SCHEMA_NAMES = z.registry<{ id: string }>();
