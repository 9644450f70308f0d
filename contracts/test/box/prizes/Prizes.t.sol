// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPrizeCollection} from "../../../src/box/IPrizeCollection.sol";
import {BoxBase, IBalance} from "../../base/BoxBase.sol";

contract PrizeCollectionTest is BoxBase {
    function mint(address to, uint256 kind) private returns (uint256) {
        vm.prank(address(box));
        return prizes.mintPrize(to, kind);
    }

    function test_WhenItsOwnerNamesKinds() public {
        string[] memory uris = new string[](1);
        uris[0] = "/ipfs/C";
        vm.expectEmit(address(prizes));
        emit IPrizeCollection.KindAdded(3, "/ipfs/C");
        vm.prank(operator);
        vm.assertEq(prizes.addKinds(uris), 3, "first");
        vm.assertEq(prizes.kinds(), 3, "kinds");
        vm.assertEq(prizes.kindURI(1), "/ipfs/A", "as it was");
        uris[0] = "";
        vm.expectRevert(abi.encodeWithSelector(IPrizeCollection.PrizeUriEmpty.selector, 4));
        vm.prank(operator);
        prizes.addKinds(uris);
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", alice));
        vm.prank(alice);
        prizes.addKinds(uris);
    }

    function test_WhenTheBlindBoxMints() public {
        vm.assertEq(mint(bob, 2), 2_000_001, "first of the second kind");
        vm.assertEq(mint(eve, 2), 2_000_002, "second");
        vm.assertEq(mint(bob, 1), 1_000_001, "first of the first");
        vm.assertEq(IBalance(address(prizes)).ownerOf(2_000_002), eve, "owner");
        vm.assertEq(IBalance(address(prizes)).tokenURI(2_000_002), "ipfs://ipfs/B", "metadata");
        vm.assertEq(prizes.contractURI(), "ipfs:/c", "contractURI");
    }

    function test_RevertWhen_AnybodyElseMints() public {
        vm.expectRevert(abi.encodeWithSelector(IPrizeCollection.PrizeCallerNotBlindBox.selector, operator));
        vm.prank(operator);
        prizes.mintPrize(operator, 1);
    }

    function test_RevertWhen_TheKindIsMissing() public {
        for (uint256 kind; kind <= 3; kind += 3) {
            vm.expectRevert(abi.encodeWithSelector(IPrizeCollection.PrizeKindMissing.selector, kind));
            mint(bob, kind);
        }
    }

    function test_RevertWhen_TheKindIsUsedUp() public {
        // wherever the compiler keeps it
        uint256 slot;
        while (prizes.minted(1) != 999_999) {
            bytes32 place = keccak256(abi.encode(1, slot++));
            bytes32 was = vm.load(address(prizes), place);
            vm.store(address(prizes), place, bytes32(uint256(999_999)));
            if (prizes.minted(1) != 999_999) vm.store(address(prizes), place, was);
        }
        vm.expectRevert(abi.encodeWithSelector(IPrizeCollection.PrizeKindUsedUp.selector, 1));
        mint(bob, 1);
    }

    function test_WhenItsHolderBurns() public {
        uint256 id = mint(bob, 1);
        vm.expectRevert(abi.encodeWithSignature("ERC721InsufficientApproval(address,uint256)", eve, id));
        vm.prank(eve);
        prizes.burn(id);
        vm.prank(bob);
        prizes.burn(id);
        vm.expectRevert(abi.encodeWithSignature("ERC721NonexistentToken(uint256)", id));
        IBalance(address(prizes)).tokenURI(id);
        vm.assertEq(mint(bob, 1), 1_000_002, "the next number");
    }
}
