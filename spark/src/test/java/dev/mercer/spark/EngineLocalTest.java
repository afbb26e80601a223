package dev.mercer.spark;

import dev.mercer.spark.RunsOn.Engine;

@RunsOn(Engine.LOCAL)
class EngineLocalTest extends EngineSuite {}
