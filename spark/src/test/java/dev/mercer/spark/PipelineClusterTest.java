package dev.mercer.spark;

import dev.mercer.spark.RunsOn.Engine;

@RunsOn(Engine.CLUSTER)
class PipelineClusterTest extends PipelineSuite {}
