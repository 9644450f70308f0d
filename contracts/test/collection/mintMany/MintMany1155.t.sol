// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1155Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {MintMany} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {ManyReceiver} from "../../base/ManyReceivers.sol";
import {MintManyBase} from "../../base/MintManyBase.sol";
import {Vm} from "../../base/Vm.sol";

/// @notice Takes units one transfer at a time only.
contract OneByOne {
    function mint(ICollection1155 collection, MintMany memory voucher, Sig memory signature) external {
        collection.mintMany(voucher, signature);
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }
}

contract MintMany1155Test is MintManyBase {
    function setUp() public override {
        super.setUp();
        isEditions = true;
    }

    /// [MASS-04]
    function test_WhenOfficial() public {
        MintMany memory terms = three();
        (terms.items[1].supply, terms.items[1].uri) = (3, "/anything");
        terms.items[2].supply = type(uint256).max;
        mintMany(editions, bob, terms);
        uint256[3] memory supplies = [uint256(10), 3, type(uint256).max];
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(editions.totalSupply(7 + i), supplies[i], "supply");
            vm.assertEq(tokens(editions).balanceOf(bob, 7 + i), supplies[i], "all of it");
            vm.assertEq(editions.creators(7 + i), bob, "creator");
            (address to, uint256 amount) = tokens(editions).royaltyInfo(7 + i, 1 ether);
            vm.assertEq(to, carol, "royalty");
            vm.assertEq(amount, 0.05 ether, "and how much");
        }
        vm.assertEq(tokens(editions).uri(7), string.concat("ipfs:/", CID), "URI");
        vm.assertEq(tokens(editions).uri(8), "ipfs://anything", "its own");
    }

    /// What fits beside the creator of a sheet, and of an id, and what does not.
    function test_WhenASupplyIsLarge() public {
        MintMany memory terms = three();
        uint256[3] memory supplies = [uint256(type(uint32).max) + 1, type(uint32).max, type(uint96).max];
        for (uint256 i; i < 3; ++i) {
            terms.items[i].supply = supplies[i];
        }
        mintMany(editions, bob, terms);
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(editions.totalSupply(7 + i), supplies[i], "supply");
            vm.prank(bob);
            editions.burn(bob, 7 + i, 1);
            vm.assertEq(editions.totalSupply(7 + i), supplies[i] - 1, "one less");
        }
    }

    function test_RevertWhen_ASupplyIsZero() public {
        MintMany memory terms = three();
        terms.items[2].supply = 0;
        mintManyReverts(editions, bob, terms, abi.encodeWithSelector(ICollection1155.CollectionSupplyZero.selector, 9));
    }

    function test_LogsFeesAndUriOfEachThenOneTransfer() public {
        Sig memory sig = signedMany(editions, bob, three());
        vm.recordLogs();
        vm.prank(bob);
        editions.mintMany(three(), sig);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 7, "two of each and one");
        uint256[] memory ids = new uint256[](3);
        uint256[] memory values = new uint256[](3);
        for (uint256 i; i < 3; ++i) {
            (ids[i], values[i]) = (7 + i, 10);
            vm.assertEq(logs[2 * i].topics[0], 0x99aba1d63749cfd5ad1afda7c4663840924d54eb5f005bbbeadedc6ec13674b2, "SecondarySaleFees");
            vm.assertEq(logs[2 * i + 1].topics[0], keccak256("URI(string,uint256)"), "URI");
            vm.assertEq(logs[2 * i + 1].topics[1], bytes32(7 + i), "of the id");
            vm.assertEq(keccak256(logs[2 * i + 1].data), keccak256(abi.encode(string.concat("ipfs:/", CID))), "the whole of it");
        }
        Vm.Log memory batch = logs[6];
        vm.assertEq(batch.topics[0], keccak256("TransferBatch(address,address,address,uint256[],uint256[])"), "TransferBatch");
        vm.assertEq(batch.topics[1], bytes32(uint256(uint160(bob))), "by the caller");
        vm.assertEq(batch.topics[2], 0, "new");
        vm.assertEq(batch.topics[3], bytes32(uint256(uint160(bob))), "to the caller");
        vm.assertEq(keccak256(batch.data), keccak256(abi.encode(ids, values)), "ids and supplies");
    }

    /// From the hook, the last item is there with all that belongs to it.
    function test_WhenTheMinterHasCode() public {
        ManyReceiver minter = new ManyReceiver();
        minter.expect(9, 0);
        minter.act(address(editions), abi.encodeCall(ICollection.mintMany, (three(), signedMany(editions, address(minter), three()))));
        vm.assertEq(minter.hooks(), 1, "once for all");
        vm.assertEq(minter.operator(), address(minter), "its own call");
        vm.assertEq(minter.from(), address(0), "new");
        vm.assertEq(minter.lastUri(), string.concat("ipfs:/", CID), "all written before");
    }

    function test_RevertWhen_TheMinterRefuses() public {
        ManyReceiver minter = new ManyReceiver();
        bytes memory call = abi.encodeCall(ICollection.mintMany, (three(), signedMany(editions, address(minter), three())));
        minter.expect(9, 1);
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidReceiver(address)", minter));
        minter.act(address(editions), call);
        vm.assertEq(editions.creators(7), address(0), "none");
        minter.expect(9, 0);
        minter.act(address(editions), call);
    }

    /// An edition minted with its neighbours is burnt alone.
    function test_WhenUnitsAreBurnt() public {
        mintMany(editions, bob, three());
        vm.prank(bob);
        editions.burn(bob, 8, 4);
        uint256[3] memory left = [uint256(10), 6, 10];
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(editions.totalSupply(7 + i), left[i], "supply");
            vm.assertEq(editions.creators(7 + i), bob, "creator");
        }
        vm.prank(bob);
        editions.burn(bob, 8, 6);
        vm.assertEq(editions.totalSupply(8), 0, "gone");
        vm.assertEq(editions.creators(8), bob, "its creator still");
        (address to,) = tokens(editions).royaltyInfo(8, 1 ether);
        vm.assertEq(to, address(0), "no royalty of nothing");
        (to,) = tokens(editions).royaltyInfo(9, 1 ether);
        vm.assertEq(to, carol, "the neighbour's stays");
        vm.expectRevert(abi.encodeWithSelector(ICollection1155.CollectionTokenMissing.selector, 8));
        tokens(editions).uri(8);
    }

    /// forge-config: default.isolate = true
    function test_GasOfMintMany() public {
        mint(ownEditions, alice, 1);
        mint(ownEditions, alice, 2);
        uint256 single = measured("mint1155");
        mint(ownEditions, alice, 3, 10, oneFee(alice, 500), CID);
        uint256 singleRoyalty = measured("mint1155Royalty");
        mintMany(ownEditions, alice, many(101, 1, noFees()));
        uint256 first = measured("mintMany1155First");
        mintMany(ownEditions, alice, many(201, 50, noFees()));
        further("mintMany1155Further", first, single);
        mintMany(ownEditions, alice, many(301, 1, oneFee(alice, 500)));
        first = measured("mintMany1155FirstRoyalty");
        mintMany(ownEditions, alice, many(401, 50, oneFee(alice, 500)));
        further("mintMany1155FurtherRoyalty", first, singleRoyalty);
    }

    /// As OpenZeppelin's transfers do: of one id it is the hook of one.
    function test_WhenTheMinterTakesOneByOne() public {
        OneByOne receiver = new OneByOne();
        MintMany memory one = many(7, 1, noFees());
        receiver.mint(editions, one, signedMany(editions, address(receiver), one));
        vm.assertEq(editions.creators(7), address(receiver), "creator");
        MintMany memory two = many(8, 2, noFees());
        Sig memory signature = signedMany(editions, address(receiver), two);
        vm.expectRevert(abi.encodeWithSelector(IERC1155Errors.ERC1155InvalidReceiver.selector, address(receiver)));
        receiver.mint(editions, two, signature);
    }
}
