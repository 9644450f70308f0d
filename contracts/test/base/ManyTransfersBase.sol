// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AssetTypes} from "../../src/exchange/AssetTypes.sol";
import {IManyTransfers, Transfer} from "../../src/transfer/IManyTransfers.sol";
import {ITransferProxy} from "../../src/transfer/ITransferProxy.sol";
import {PlainERC1155, PlainERC721} from "./PlainTokens.sol";
import {Test} from "./Test.sol";

/// @notice ManyTransfers and its proxy as deployed, Alice with items, and builders of her transfers.
abstract contract ManyTransfersBase is Test {
    uint256 internal constant EDITION = 7;

    IManyTransfers internal many;
    ITransferProxy internal proxy;
    PlainERC721 internal nft;
    PlainERC1155 internal multi;

    function setUp() public virtual {
        address predicted = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 1);
        many = IManyTransfers(vm.deployCode("contracts/artifacts/ManyTransfers.json", abi.encode(predicted)));
        bytes memory operators = abi.encode(address(0), address(0), address(0), many);
        proxy = ITransferProxy(vm.deployCode("contracts/artifacts/TransferProxy.json", operators));
        nft = new PlainERC721();
        multi = new PlainERC1155();
        for (uint256 id = 1; id <= 51; ++id) {
            nft.give(alice, id);
        }
        multi.give(alice, EDITION, 100);
        approve(alice);
    }

    function approve(address account) internal {
        vm.startPrank(account);
        nft.setApprovalForAll(address(proxy), true);
        multi.setApprovalForAll(address(proxy), true);
        vm.stopPrank();
    }

    function single(uint256 id, address to) internal view returns (Transfer memory) {
        return Transfer(address(nft), id, AssetTypes.ERC721, 1, to);
    }

    function units(uint256 amount, address to) internal view returns (Transfer memory) {
        return Transfer(address(multi), EDITION, AssetTypes.ERC1155, amount, to);
    }

    function list(Transfer memory one) internal pure returns (Transfer[] memory transfers) {
        transfers = new Transfer[](1);
        transfers[0] = one;
    }

    function list(Transfer memory one, Transfer memory two) internal pure returns (Transfer[] memory transfers) {
        transfers = new Transfer[](2);
        (transfers[0], transfers[1]) = (one, two);
    }

    /// @dev Items 1 to `count` for Bob.
    function singles(uint256 count) internal view returns (Transfer[] memory transfers) {
        transfers = new Transfer[](count);
        for (uint256 i; i < count; ++i) {
            transfers[i] = single(i + 1, bob);
        }
    }

    function send(Transfer[] memory transfers) internal {
        vm.prank(alice);
        many.transferMany(transfers);
    }

    function sendReverts(Transfer[] memory transfers, bytes memory why) internal {
        sendRevertsAs(alice, transfers, why);
    }

    function sendRevertsAs(address sender, Transfer[] memory transfers, bytes memory why) internal {
        vm.expectRevert(why);
        vm.prank(sender);
        many.transferMany(transfers);
    }

    /// @dev What a call of Alice is refused with; empty where the error has no name.
    function refused(Transfer[] memory transfers) internal returns (bytes memory why) {
        bool ok;
        vm.prank(alice);
        (ok, why) = address(many).call(abi.encodeCall(IManyTransfers.transferMany, (transfers)));
        vm.assertTrue(!ok, "refused");
    }

    function assertNothingMoved() internal view {
        vm.assertEq(nft.balanceOf(alice), 51, "her items");
        vm.assertEq(multi.balanceOf(alice, EDITION), 100, "her units");
    }
}
