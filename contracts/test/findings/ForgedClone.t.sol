// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection721} from "../../src/collection/ICollection721.sol";
import {ICollectionFactory} from "../../src/collection/ICollectionFactory.sol";
import {CollectionBase} from "../base/CollectionBase.sol";
import {Vm} from "../base/Vm.sol";

/// @notice Logs the beginning of a collection of another's, makes itself its owner, and leaves a clone's code behind.
contract Forger {
    constructor(bytes memory code, address victim, uint256 ownerSlot) {
        emit ICollection721.CreateERC721(victim, address(0), "Bob's Stones", "STONE");
        assembly {
            sstore(ownerSlot, caller())
            return(add(code, 0x20), mload(code))
        }
    }
}

/// @notice Code and Create event do not prove a collection: who deploys a clone's code writes its storage and logs first.
contract ForgedCloneTest is CollectionBase {
    function create(address creator) private returns (address) {
        vm.prank(creator);
        return factory.create721("Bob's Stones", "STONE", miner, "ipfs:/", "ipfs:/", 0);
    }

    function forge(address genuine) private returns (address) {
        uint256 ownerSlot;
        while (address(uint160(uint256(vm.load(genuine, bytes32(ownerSlot))))) != bob) ++ownerSlot;
        vm.prank(eve);
        return address(new Forger(genuine.code, bob, ownerSlot));
    }

    function vouches(Vm.Log[] memory logs, address collection) private view returns (bool) {
        for (uint256 i; i < logs.length; ++i) {
            if (
                logs[i].emitter == address(factory) && logs[i].topics[0] == ICollectionFactory.CollectionCreated.selector
                    && logs[i].topics[1] == bytes32(uint256(uint160(collection)))
            ) return true;
        }
        return false;
    }

    function test_TheFactoryVouchesForWhatItMade() public {
        vm.recordLogs();
        address genuine = create(bob);
        vm.assertTrue(vouches(vm.getRecordedLogs(), genuine), "its own");
        vm.recordLogs();
        address forged = forge(genuine);
        vm.assertEq(keccak256(forged.code), keccak256(genuine.code), "the same code");
        vm.assertEq(items(ICollection721(forged)).owner(), eve, "with another owner");
        vm.assertTrue(!vouches(vm.getRecordedLogs(), forged), "no forgery");
    }
}
