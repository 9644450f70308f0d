// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollectionClone} from "../../../src/collection/ICollection.sol";
import {ICollection721} from "../../../src/collection/ICollection721.sol";
import {ICollectionFactory} from "../../../src/collection/ICollectionFactory.sol";
import {CollectionBase} from "../../base/CollectionBase.sol";
import {Vm} from "../../base/Vm.sol";

contract Create721Test is CollectionBase {
    function create(address creator, bytes32 salt) private returns (ICollection721) {
        vm.prank(creator);
        return ICollection721(factory.create721("Bob's Stones", "STONE", miner, "ipfs:/", "ipfs:/", salt));
    }

    function predict(address creator, bytes32 salt) private view returns (address) {
        return factory.predict721(creator, "Bob's Stones", "STONE", miner, "ipfs:/", "ipfs:/", salt);
    }

    /// [SOL-22]
    function test_Creates() public {
        vm.recordLogs();
        ICollection721 made = create(bob, "1");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        Vm.Log memory log = logs[logs.length - 1];
        vm.assertEq(log.emitter, address(made), "by the clone");
        vm.assertEq(log.topics[0], 0x5407285902ddf470c6176f344450cb19b7bfe5611c48e4550488ff477c5460bf, "topic");
        vm.assertEq(log.topics[1], bytes32(uint256(uint160(bob))), "creator");
        vm.assertEq(keccak256(log.data), keccak256(abi.encode(miner, "Bob's Stones", "STONE")), "data");
        vm.assertEq(logs[0].emitter, address(factory), "the factory logs first");
        vm.assertEq(logs[0].topics[0], keccak256("CollectionCreated(address)"), "by its own event");
        vm.assertEq(logs[0].topics[1], bytes32(uint256(uint160(address(made)))), "for the clone");
        vm.assertEq(items(made).owner(), bob, "owner");
        vm.assertEq(items(made).name(), "Bob's Stones", "name");
        vm.assertEq(items(made).symbol(), "STONE", "symbol");
        vm.assertEq(made.contractURI(), "", "no text, as [F-93] has it");
        vm.assertEq(made.tokenURIPrefix(), "ipfs:/", "prefix");
        vm.assertTrue(made.isSigner(miner), "signer");
        vm.assertEq(address(made).code.length, 45 + 40 + 3 + 12 + 5 + 6, "a small clone");
        mint(made, bob, 1);
    }

    function testFuzz_KeepsTexts(string calldata name, string calldata symbol, string calldata uri, string calldata prefix) public {
        vm.assume(bytes(name).length < 256 && bytes(symbol).length < 256 && bytes(uri).length < 256);
        ICollection721 made = ICollection721(factory.create721(name, symbol, miner, uri, prefix, 0));
        vm.assertEq(items(made).name(), name, "name");
        vm.assertEq(items(made).symbol(), symbol, "symbol");
        vm.assertEq(made.contractURI(), keccak256(bytes(uri)) == keccak256("ipfs:/") ? "" : uri, "contract URI");
        vm.assertEq(made.tokenURIPrefix(), prefix, "prefix");
        vm.assertTrue(made.isSigner(miner), "signer");
    }

    function test_RevertWhen_ThePrefixDoesNotFitIntoCode() public {
        vm.expectRevert(abi.encodeWithSignature("CloneArgumentsTooLong()"));
        factory.create721("a", "b", miner, "", string(new bytes(24_576)), 0);
    }

    /// No factory initialises a clone that another account makes, so no account mints or signs there.
    function test_AnUntrustedCloneIsDead() public {
        bytes memory code = address(own).code;
        address clone = address(0xC10E);
        vm.etch(clone, code);
        vm.assertEq(items(ICollection721(clone)).owner(), address(0), "no owner");
        vm.expectRevert(abi.encodeWithSelector(ICollectionClone.CollectionCallerNotFactory.selector, alice));
        vm.prank(alice);
        ICollectionClone(clone).announce();
        mintReverts(
            ICollection721(clone), alice, 1, noFees(), CID, abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", alice)
        );
    }

    /// No two creators, salts or chains share an address.
    function test_AddressesDiffer() public {
        address place = predict(bob, "1");
        vm.assertTrue(place != predict(eve, "1"), "creator");
        vm.assertTrue(place != predict(bob, "2"), "salt");
        vm.chainId(31338);
        vm.assertTrue(place != predict(bob, "1"), "chain");
        vm.chainId(31337);
        vm.assertEq(address(create(bob, "1")), place, "as predicted");
    }

    function test_RevertGiven_MadeBefore() public {
        create(bob, "1");
        vm.expectRevert(abi.encodeWithSignature("FailedDeployment()"));
        create(bob, "1");
        create(bob, "2");
        create(eve, "1");
    }

    function test_RevertWhen_TheSignerIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(ICollectionFactory.CollectionFactorySignerZero.selector));
        factory.create721("a", "b", address(0), "", "", 0);
    }

    function test_RevertWhen_ATextIsTooLong() public {
        string memory long = string(new bytes(256));
        bytes memory why = abi.encodeWithSelector(ICollectionFactory.CollectionFactoryTextTooLong.selector, 256);
        vm.expectRevert(why);
        factory.create721(long, "b", miner, "", "", 0);
        vm.expectRevert(why);
        factory.create721("a", long, miner, "", "", 0);
        vm.expectRevert(why);
        factory.create721("a", "b", miner, long, "", 0);
    }

    /// A second announcement would give a renounced collection back to its creator.
    function test_RevertWhen_AnnouncedByAnother() public {
        vm.prank(alice);
        items(own).renounceOwnership();
        vm.expectRevert(abi.encodeWithSelector(ICollectionClone.CollectionCallerNotFactory.selector, alice));
        vm.prank(alice);
        ICollectionClone(address(own)).announce();
        address implementation = factory.implementation721();
        vm.expectRevert(abi.encodeWithSelector(ICollectionClone.CollectionCallerNotFactory.selector, factory));
        vm.prank(address(factory));
        ICollectionClone(implementation).announce();
    }

    function test_DeployedAlone() public {
        vm.prank(bob);
        address made = vm.deployCode("contracts/artifacts/Collection721.json", abi.encode("Alone", "ONE", miner, "ipfs:/", "ipfs:/"));
        vm.assertEq(items(ICollection721(made)).name(), "Alone", "name");
        vm.assertEq(items(ICollection721(made)).owner(), bob, "owner");
        mint(ICollection721(made), bob, 1);
        mintReverts(
            ICollection721(made), eve, 2, noFees(), CID, abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", eve)
        );
    }

    /// forge-config: default.isolate = true
    function test_GasOfACollection() public {
        vm.prank(bob);
        factory.create721("Fifteen letters", "FOUR", miner, "ipfs:/", "ipfs:/", 0);
        // Goal 110,000; 12 bytes of URIs in the code and the events of owner, signer and factory cost 7,000.
        within("create721", 120_500);
    }

    /// [F-12] the first mint opens no slot for the count
    /// forge-config: default.isolate = true
    function test_GasOfTheFirstMint() public {
        mint(own, alice, 1);
        within("firstMint", 121_000);
    }

    /// forge-config: default.isolate = true
    function test_GasOfAMintWithRoyalty() public {
        mint(own, alice, 1);
        mint(own, alice, 2, oneFee(alice, 500), CID);
        within("mintRoyalty", 138_000);
    }

    /// forge-config: default.isolate = true
    function test_GasOfAMint() public {
        mint(own, alice, 1);
        mint(own, alice, 2);
        within("mint", 114_000);
    }
}
