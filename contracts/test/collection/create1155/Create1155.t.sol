// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollectionClone} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {ICollectionFactory} from "../../../src/collection/ICollectionFactory.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";
import {Vm} from "../../base/Vm.sol";

contract Create1155Test is Collection1155Base {
    function create(address creator, bytes32 salt) private returns (ICollection1155) {
        vm.prank(creator);
        return ICollection1155(factory.create1155("Bob's Stones", "STONE", miner, "ipfs:/", "ipfs:/", salt));
    }

    function predict(address creator, bytes32 salt) private view returns (address) {
        return factory.predict1155(creator, "Bob's Stones", "STONE", miner, "ipfs:/", "ipfs:/", salt);
    }

    /// [SOL-22]
    function test_Creates() public {
        vm.recordLogs();
        ICollection1155 made = create(bob, "1");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory log = logs[logs.length - 1];
        vm.assertEq(log.emitter, address(made), "by the clone");
        vm.assertEq(log.topics[0], 0xa9811d2caeb6aca63b9f03d0755f6cc36482ac83a397e7483074e80b596b60fb, "topic");
        vm.assertEq(log.topics[1], bytes32(uint256(uint160(bob))), "creator");
        vm.assertEq(keccak256(log.data), keccak256(abi.encode(miner, "Bob's Stones", "STONE")), "data");
        vm.assertEq(logs[0].emitter, address(factory), "the factory logs first");
        vm.assertEq(logs[0].topics[0], keccak256("CollectionCreated(address)"), "by its own event");
        vm.assertEq(logs[0].topics[1], bytes32(uint256(uint160(address(made)))), "for the clone");
        vm.assertEq(tokens(made).owner(), bob, "owner");
        vm.assertEq(made.name(), "Bob's Stones", "name");
        vm.assertEq(made.contractURI(), "", "no text, as [F-93] has it");
        vm.assertTrue(made.isSigner(miner), "signer");
        vm.assertTrue(!made.isSigner(address(0)), "no other account");
        vm.assertEq(address(made).code.length, 45 + 40 + 3 + 12 + 5 + 6, "a small clone");
        mint(made, bob, 1);
    }

    function testFuzz_KeepsTexts(string calldata name, string calldata symbol, string calldata uri, string calldata prefix) public {
        vm.assume(bytes(name).length < 256 && bytes(symbol).length < 256 && bytes(uri).length < 256);
        ICollection1155 made = ICollection1155(factory.create1155(name, symbol, miner, uri, prefix, 0));
        vm.assertEq(made.name(), name, "name");
        vm.assertEq(made.symbol(), symbol, "symbol");
        vm.assertEq(made.contractURI(), keccak256(bytes(uri)) == keccak256("ipfs:/") ? "" : uri, "contract URI");
        vm.assertEq(made.tokenURIPrefix(), prefix, "prefix");
    }

    function test_AddressesDiffer() public {
        address place = predict(bob, "1");
        vm.assertTrue(place != predict(eve, "1"), "creator");
        vm.assertTrue(place != predict(bob, "2"), "salt");
        vm.assertTrue(place != factory.predict721(bob, "Bob's Stones", "STONE", miner, "ipfs:/", "ipfs:/", "1"), "standard");
        vm.chainId(31338);
        vm.assertTrue(place != predict(bob, "1"), "chain");
        vm.chainId(31337);
        vm.assertEq(address(create(bob, "1")), place, "as predicted");
    }

    function test_RevertGiven_MadeBefore() public {
        create(bob, "1");
        vm.expectRevert(abi.encodeWithSignature("FailedDeployment()"));
        create(bob, "1");
    }

    function test_RevertWhen_TheSignerIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(ICollectionFactory.CollectionFactorySignerZero.selector));
        factory.create1155("a", "b", address(0), "", "", 0);
    }

    function test_RevertWhen_ATextIsTooLong() public {
        vm.expectRevert(abi.encodeWithSelector(ICollectionFactory.CollectionFactoryTextTooLong.selector, 256));
        factory.create1155(string(new bytes(256)), "b", miner, "", "", 0);
    }

    function test_RevertWhen_AnnouncedByAnother() public {
        vm.prank(alice);
        tokens(ownEditions).renounceOwnership();
        vm.expectRevert(abi.encodeWithSelector(ICollectionClone.CollectionCallerNotFactory.selector, alice));
        vm.prank(alice);
        ICollectionClone(address(ownEditions)).announce();
        address implementation = factory.implementation1155();
        vm.expectRevert(abi.encodeWithSelector(ICollectionClone.CollectionCallerNotFactory.selector, factory));
        vm.prank(address(factory));
        ICollectionClone(implementation).announce();
    }

    function test_DeployedAlone() public {
        vm.prank(bob);
        ICollection1155 made =
            ICollection1155(vm.deployCode("contracts/artifacts/Collection1155.json", abi.encode("Alone", "ONE", miner, "ipfs:/", "ipfs:/")));
        vm.assertEq(made.name(), "Alone", "name");
        vm.assertEq(tokens(made).owner(), bob, "owner");
        mint(made, bob, 1);
        bytes memory why = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", eve);
        mintReverts(made, eve, 2, 1, noFees(), CID, why);
    }

    /// forge-config: default.isolate = true
    function test_GasOfACollection() public {
        vm.prank(bob);
        factory.create1155("Fifteen letters", "FOUR", miner, "ipfs:/", "ipfs:/", 0);
        within("create1155", 120_000);
    }
}
